/** deploy/alerts.yml and the dashboard, checked by Debian's promtool: rules on series, two nodes on one database. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALERTS, fires, promtool, promtoolOn } from './promtool.ts';

const DASHBOARD = new URL('../../deploy/grafana-dashboard.json', import.meta.url);

const series = (name: string, values: string) => ({ series: name, values });
const NODES = ['one:9090', 'two:9090'];
const onBoth = (name: string, labels: string, values: string) =>
  NODES.map((node) => series(`${name}{job="veilpost",instance="${node}"${labels}}`, values));

type Panel = { title: string; targets: { expr: string }[] };

/** The queries of the panels, with one choice of instances. */
function questions(instance: string): { title: string; expr: string }[] {
  const text = readFileSync(DASHBOARD, 'utf8');
  const { panels }: { panels: Panel[] } = JSON.parse(text);
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$instance', instance) })),
  );
}

function question(title: string, instance = '.+'): string {
  return questions(instance).find((one) => one.title === title)?.expr ?? assert.fail(title);
}

test('promtool accepts the alerts', () => {
  promtool('check', 'rules', ALERTS);
});

test('each query of the dashboard is valid in Prometheus, and can be limited to one instance', (t) => {
  const all = questions('one:9090');
  assert.ok(all.length > 15);
  for (const { title, expr } of all) assert.match(expr, /instance=~"one:9090"/, title);
  const rules = all.map(({ expr }, i) => ({ record: `question_${i}`, expr }));
  promtoolOn(t, 'check', { groups: [{ name: 'dashboard', rules }] });
});

test('aliases and names left of two nodes on one database are counted once; messages of two nodes are added up', (t) => {
  const sample = (labels: string, value: number) => ({ labels, value });
  const at = (expr: string, ...exp_samples: object[]) => ({ expr, eval_time: '10m', exp_samples });
  const tests = [
    {
      interval: '1m',
      input_series: [
        ...onBoth('veilpost_aliases', ',domain="a.test",state="active"', '40x20'),
        ...onBoth('veilpost_aliases', ',domain="b.test",state="active"', '2x20'),
        ...onBoth('veilpost_aliases', ',domain="a.test",state="inactive"', '5x20'),
        ...onBoth('veilpost_names_left', ',domain="a.test"', '55x20'),
        ...onBoth('veilpost_mails_total', ',verdict="accepted"', '0+60x20'),
      ],
      promql_expr_test: [
        at(question('Aliases'), sample('{state="active"}', 42), sample('{state="inactive"}', 5)),
        at(question('Names left'), sample('{domain="a.test"}', 55)),
        at(question('Deliveries by verdict'), sample('{verdict="accepted"}', 2)),
        at(question('Deliveries by verdict', 'two:9090'), sample('{verdict="accepted"}', 1)),
      ],
    },
  ];
  promtoolOn(t, 'test', { rule_files: [], tests });
});

const CERTIFICATE = 'veilpost_certificate_not_after_timestamp_seconds';
const DAY = 86_400;

/**
 * Each alert with a time, the labels with which it must be raised then (`-`: it must not be raised), and series, one sample a minute.
 * Their instance is `one`, or `both`, as two nodes on one database report the same. Times are counted from the epoch.
 */
const CASES = `
VeilpostDown 12m instance
  one up 1x5 0x20
VeilpostDown 12m -
  one up 1x5 0x1 1x20
# A part fails in the sixth minute: the database is reported within two minutes, the outbound routes within three.
VeilpostTakesNoMail 7m instance part=store
  one veilpost_healthy{part="store"} 1x5 0x20
VeilpostTakesNoMail 7m instance part=look-ups
  one veilpost_healthy{part="look-ups"} 1x5 0x20
VeilpostTakesNoMail 7m instance part=smtp
  one veilpost_healthy{part="smtp"} 1x5 0x20
VeilpostWritesNothing 7m instance part=write
  one veilpost_healthy{part="write"} 1x5 0x20
VeilpostWritesNothing 9m -
  one veilpost_healthy{part="store"} 1x5 0x20
  one veilpost_healthy{part="write"} 1x5 0x20
VeilpostDnsDown 8m instance part=dns
  one veilpost_healthy{part="dns"} 1x5 0x20
VeilpostNextHopDown 8m instance part=next-hop
  one veilpost_healthy{part="next-hop"} 1x5 0x20
VeilpostLettersDown 8m instance part=letters
  one veilpost_healthy{part="letters"} 1x5 0x20
VeilpostTakesNoMail 9m -
  one veilpost_healthy{part="store"} 1x5 0x0 1x20
VeilpostRecipientsPutOff 25m instance
  one veilpost_rcpts_total{code="250"} 0+1x60
  one veilpost_rcpts_total{code="451"} 0+4x60
# Guesses at addresses are not an outage.
VeilpostRecipientsPutOff 25m -
  one veilpost_rcpts_total{code="451"} 0+4x60
  one veilpost_rcpts_total{code="550"} 0+9x60
VeilpostMailDeferred 45m instance
  one veilpost_mails_total{verdict="accepted"} 0+1x60
  one veilpost_mails_total{verdict="deferred",code="451"} 0+4x60
VeilpostMailDeferred 45m -
  one veilpost_mails_total{verdict="accepted"} 0+4x60
  one veilpost_mails_total{verdict="deferred",code="451"} 0+1x60
VeilpostMailRefused 110m instance
  one veilpost_mails_total{verdict="accepted"} 0+2x120
  one veilpost_mails_total{verdict="refused",code="550"} 0+1x120
VeilpostMailInDoubt 50m
  one veilpost_mails_total{verdict="unknown",code="451"} 0+1x60
VeilpostMessagesFillMemory 15m instance
  one veilpost_inflight_octets 250x30
  one veilpost_inflight_limit_octets 256x30
VeilpostDnsFails 30m instance
  one veilpost_dns_queries_total{result="records"} 0+1x60
  one veilpost_dns_queries_total{result="timeout"} 0+3x60
VeilpostServersUntrusted 90m instance
  one veilpost_tls_total{proof="any",result="ok"} 0+9x120
  one veilpost_tls_total{proof="dane",result="tlsa-mismatch"} 0+1x120
VeilpostServersUntrusted 90m -
  one veilpost_tls_total{proof="any",result="ok"} 0+9x120
  one veilpost_tls_total{proof="testing",result="name"} 0+9x120
VeilpostDnsNotValidated 30m instance
  one veilpost_dns_validated 1x5 0x40
VeilpostDnsNotValidated 30m -
  one veilpost_dns_validated 0x40
VeilpostFilterFails 30m instance
  one veilpost_filter_total{result="no action"} 0+2x60
  one veilpost_filter_total{result="failed"} 0+1x60
VeilpostFilterFails 30m -
  one veilpost_filter_total{result="reject"} 0+2x60
VeilpostFilterRefusesMost 140m
  one veilpost_filter_total{result="no action"} 0+1x160
  one veilpost_filter_total{result="reject"} 0+3x160
VeilpostListsSilent 140m instance
  one veilpost_dns_lists_total{result="clear"} 0+1x160
  one veilpost_dns_lists_total{result="silent"} 0+2x160
VeilpostComplaints 50m
  one veilpost_complaints_total 0x10 0+1x60
VeilpostComplaints 50m -
  one veilpost_complaints_total 3x60
VeilpostLettersFail 100m
  one veilpost_letters_total{kind="confirm",verdict="accepted"} 0+1x120
  one veilpost_letters_total{kind="confirm",verdict="refused"} 0+2x120
VeilpostServerErrors 20m
  one veilpost_http_request_seconds_count{call="create",status="503"} 0+2x30
VeilpostVisitorsTurnedAway 45m
  one veilpost_http_request_seconds_count{call="page",status="200"} 0+1x60
  one veilpost_http_request_seconds_count{call="create",status="429"} 0+1x60
VeilpostNamesRunShort 90m domain=a.test
  both veilpost_names_left{domain="a.test"} 900x120
  both veilpost_aliases{domain="a.test",state="active"} 7000x120
  both veilpost_aliases{domain="a.test",state="inactive"} 1100x120
# Enough of them: two nodes that report the same must not look like twice as many aliases.
VeilpostNamesRunShort 90m -
  both veilpost_names_left{domain="a.test"} 2500x120
  both veilpost_aliases{domain="a.test",state="active"} 7000x120
VeilpostCertificateEnds 90m instance
  one ${CERTIFICATE} ${13 * DAY}x120
VeilpostCertificateEnds 90m -
  one ${CERTIFICATE} ${Array(120).fill('NaN').join(' ')}
VeilpostCertificateEndsSoon 90m instance
  one ${CERTIFICATE} ${2 * DAY}x120
VeilpostBehind 20m instance
  one nodejs_eventloop_lag_p99_seconds 0.5x30
`;

/** A line of a case. */
function seriesOf(line: string): object[] {
  const [, which, name = '', labels, values = ''] =
    /^ {2}(one|both) (\w+)(?:\{(.*)\})? (.+)$/.exec(line) ?? assert.fail(line);
  const all = onBoth(name, labels === undefined ? '' : `,${labels}`, values);
  return which === 'both' ? all : all.slice(0, 1);
}

/** @returns undefined for `-` */
function labelsOf(words: string[]): object | undefined {
  if (words[0] === '-') return undefined;
  const named = words.map((word) => (word === 'instance' ? `instance=${NODES[0]}` : word));
  return Object.fromEntries(['job=veilpost', ...named].map((word) => word.split('=')));
}

test('each alert is raised by its fault, and not by anything less', (t) => {
  const cases = CASES.replaceAll(/^#.*\n/gm, '')
    .trim()
    .split(/\n(?! )/)
    .map((text) => {
      const [head = '', ...lines] = text.split('\n');
      const [alert = '', at = '', ...words] = head.split(' ');
      return { alert, at, labels: labelsOf(words), input: lines.flatMap(seriesOf) };
    });
  const named = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)];
  const tried = cases.filter(({ labels }) => labels).map(({ alert }) => alert);
  assert.deepEqual(new Set(tried), new Set(named.map(([, name]) => name)));
  const tests = cases.map(({ alert, input, at, labels }) => ({
    interval: '1m',
    input_series: input,
    promql_expr_test: [fires(alert, at, labels ? [labels] : [])],
  }));
  promtoolOn(t, 'test', { rule_files: [ALERTS], tests });
});
