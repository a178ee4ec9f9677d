-- A single script could take all names: the numbers of an alias have a range, and new aliases are counted per hour and
-- day, by the address blocks of the visitor and in total. The figures are those of src/api/limits/limits.ts (`create`).

-- The range of ALIAS_NUMBERS. A domain that has wider names keeps a range that holds them.
alter table private.alias_domains
  add first_number bigint not null default 1000 check (first_number >= 1),
  add last_number bigint not null default 9999 check (last_number <= 999999999),
  add constraint number_range check (first_number <= last_number);
update private.alias_domains as d
set first_number = least(1000, lowest), last_number = greatest(9999, least(999999999, 10 ^ length(highest::text) - 1))
from (
  select split_part(alias_email, '@', 2) as domain,
    min(number) as lowest, max(number) as highest
  from (select alias_email, substring(alias_email from '^alias-([0-9]{1,9})@')::bigint as number from public.aliases) as named
  where number is not null
  group by 1
) as used
where used.domain = d.domain;

create function private.is_alias_name(address text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.alias_domains
  where domain = split_part(address, '@', 2)
    and substring(address from '^alias-([1-9][0-9]{0,8})@')::bigint between first_number and last_number
);

-- Our own domains, and the default names of MAIL_HOST and BOUNCE_DOMAIN: mail to an address there would come back to
-- us. Long return addresses are below the bounce domain.
create function private.is_own_domain(address text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.alias_domains, lower(substring(address from '@([^@]*)$')) as host
  where host in (domain, 'mx.' || domain, 'b.' || domain) or right(host, length(domain) + 3) = '.b.' || domain
);

alter policy "a visitor adds an active alias of ours for that address" on public.aliases
  with check (
    real_email = (select private.requester())
    and active
    and private.is_alias_name(alias_email)
    and not private.is_own_domain(real_email)
  );

create table private.creation_limits (
  seconds integer primary key,
  -- Aliases of one block (/24, /56); and while more than half of the common limit is used up.
  block integer not null, scarce integer not null,
  -- Aliases in total: this part of the names that are left when the window begins, and never fewer than this many.
  divisor integer not null, least integer not null
);
insert into private.creation_limits values (3600, 60, 1, 20, 12), (86400, 200, 2, 8, 50);

-- `began` counts windows of that many seconds since 1970; `most` is in the row of the total.
create table private.creations (
  seconds integer, began bigint, maker text, made integer not null, most bigint, primary key (seconds, began, maker)
);

-- Where the visitor's address is. Supabase is behind Cloudflare, which sets cf-connecting-ip itself. Without that
-- header it is X-Forwarded-For, whose end our own proxies wrote: the entry of the outermost of them counts.
create table private.client_address (
  id integer primary key default 1 check (id = 1), header text not null, proxies integer not null check (proxies > 0)
);
insert into private.client_address (header, proxies) values ('cf-connecting-ip', 1);

-- Text that is not an address belongs to no one: everyone who sends it is counted together.
create function private.client_address() returns inet
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  entries text[];
  proxies integer;
begin
  select regexp_split_to_array(coalesce(headers ->> c.header, headers ->> 'x-forwarded-for'), '\s*,\s*'), c.proxies
  into entries, proxies from private.client_address as c;
  return host(regexp_replace(btrim(entries[greatest(1, cardinality(entries) - proxies + 1)]), '^::ffff:(?=[0-9]+\.)', '', 'i')::inet)::inet;
exception when invalid_text_representation then
  return null;
end
$$;

-- The blocks that a creation is counted for, and the multiple of a block's aliases for each.
create function private.makers(address inet) returns table (maker text, times integer)
language sql immutable set search_path = ''
as $$
  select * from (values
    (network(set_masklen(address, case family(address) when 4 then 24 else 56 end))::text, 1),
    (case family(address) when 6 then network(set_masklen(address, 48))::text end, 2),
    (network(set_masklen(address, case family(address) when 4 then 16 else 32 end))::text, 10),
    (case when address is null then 'unknown' end, 1)
  ) as blocks (maker, times)
  where maker is not null
$$;

-- Counts one alias, and rejects one too many: 429 (PostgREST takes the status from the code). A rejected alias is
-- undone with its transaction, so it uses up nothing.
create function private.count_creation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address inet := private.client_address();
  span private.creation_limits;
  now_is bigint;
  in_all private.creations;
  one private.creations;
  own integer;
  block record;
begin
  for span in select * from private.creation_limits order by seconds loop
    now_is := floor(extract(epoch from now()) / span.seconds);
    -- The row of the total comes first: another creation at the same moment waits here.
    insert into private.creations as c (seconds, began, maker, made) values (span.seconds, now_is, 'all', 1)
    on conflict (seconds, began, maker) do update set made = c.made + 1
    returning * into in_all;
    if in_all.most is null then
      delete from private.creations where seconds = span.seconds and began < now_is;
      update private.creations set most = greatest(span.least, private.names_left() / span.divisor)
      where seconds = span.seconds and began = now_is and maker = 'all'
      returning * into in_all;
    end if;
    own := case when in_all.made > in_all.most / 2 then span.scarce else span.block end;
    for block in select * from private.makers(address) loop
      insert into private.creations as c (seconds, began, maker, made) values (span.seconds, now_is, block.maker, 1)
      on conflict (seconds, began, maker) do update set made = c.made + 1
      returning * into one;
      if in_all.made > in_all.most or one.made > own * block.times then
        raise sqlstate 'PT429' using message = 'Too many aliases were made. Please try again later.';
      end if;
    end loop;
  end loop;
  return new;
end
$$;

create function private.names_left() returns bigint
language sql stable security definer set search_path = ''
return coalesce((select sum(last_number - first_number + 1)::bigint from private.alias_domains), 0)
  - (select count(*) from public.aliases) - (select count(*) from private.retired_names);

create trigger aliases_are_counted before insert on public.aliases
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_creation();

revoke all on function private.is_alias_name(text), private.is_own_domain(text), private.client_address(),
  private.makers(inet), private.count_creation(), private.names_left() from public;
grant execute on function private.is_alias_name(text), private.is_own_domain(text) to anon, authenticated;
drop function private.is_alias_domain(text);
