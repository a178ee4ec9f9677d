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

const one = (name: string, labels: string, values: string) =>
  series(`${name}{job="veilpost",instance="one:9090"${labels}}`, values);
const JOB = { job: 'veilpost' };
const INSTANCE = { ...JOB, instance: 'one:9090' };

type Case = { alert: string; at: string; labels?: object; input: object[] };

/** What these series must raise, by one whole line of its labels. */
const raised = (alert: string, at: string, labels: object, ...input: object[]): Case => ({
  alert,
  at,
  labels,
  input,
});
/** What they must not raise. */
const quiet = (alert: string, at: string, ...input: object[]): Case => ({ alert, at, input });

const works = (part: string, values: string) => one('veilpost_healthy', `,part="${part}"`, values);
/** The component fails in the sixth minute. */
const down = (alert: string, part: string, at: string) =>
  raised(alert, at, { ...INSTANCE, part }, works(part, '1x5 0x20'));

/** Seconds since 1970, at the start of these tests. */
const CERTIFICATE = 'veilpost_certificate_not_after_timestamp_seconds';

const CASES = [
  raised('VeilpostDown', '12m', INSTANCE, one('up', '', '1x5 0x20')),
  quiet('VeilpostDown', '12m', one('up', '', '1x5 0x1 1x20')),
  // Counted from the minute of the failure: the database within two minutes, the outbound routes within three.
  ...['store', 'look-ups', 'smtp'].map((part) => down('VeilpostTakesNoMail', part, '7m')),
  down('VeilpostWritesNothing', 'write', '7m'),
  quiet('VeilpostWritesNothing', '9m', works('store', '1x5 0x20'), works('write', '1x5 0x20')),
  down('VeilpostDnsDown', 'dns', '8m'),
  down('VeilpostNextHopDown', 'next-hop', '8m'),
  down('VeilpostLettersDown', 'letters', '8m'),
  quiet('VeilpostTakesNoMail', '9m', works('store', '1x5 0x0 1x20')),
  raised(
    'VeilpostRecipientsPutOff',
    '25m',
    INSTANCE,
    one('veilpost_rcpts_total', ',code="250"', '0+1x60'),
    one('veilpost_rcpts_total', ',code="451"', '0+4x60'),
  ),
  // Guesses at addresses are not an outage.
  quiet(
    'VeilpostRecipientsPutOff',
    '25m',
    one('veilpost_rcpts_total', ',code="451"', '0+4x60'),
    one('veilpost_rcpts_total', ',code="550"', '0+9x60'),
  ),
  raised(
    'VeilpostMailDeferred',
    '45m',
    INSTANCE,
    one('veilpost_mails_total', ',verdict="accepted"', '0+1x60'),
    one('veilpost_mails_total', ',verdict="deferred",code="451"', '0+4x60'),
  ),
  quiet(
    'VeilpostMailDeferred',
    '45m',
    one('veilpost_mails_total', ',verdict="accepted"', '0+4x60'),
    one('veilpost_mails_total', ',verdict="deferred",code="451"', '0+1x60'),
  ),
  raised(
    'VeilpostMailRefused',
    '110m',
    INSTANCE,
    one('veilpost_mails_total', ',verdict="accepted"', '0+2x120'),
    one('veilpost_mails_total', ',verdict="refused",code="550"', '0+1x120'),
  ),
  raised(
    'VeilpostMailInDoubt',
    '50m',
    JOB,
    one('veilpost_mails_total', ',verdict="unknown",code="451"', '0+1x60'),
  ),
  raised(
    'VeilpostMessagesFillMemory',
    '15m',
    INSTANCE,
    one('veilpost_inflight_octets', '', '250x30'),
    one('veilpost_inflight_limit_octets', '', '256x30'),
  ),
  raised(
    'VeilpostDnsFails',
    '30m',
    INSTANCE,
    one('veilpost_dns_queries_total', ',result="records"', '0+1x60'),
    one('veilpost_dns_queries_total', ',result="timeout"', '0+3x60'),
  ),
  raised(
    'VeilpostServersUntrusted',
    '90m',
    INSTANCE,
    one('veilpost_tls_total', ',proof="any",result="ok"', '0+9x120'),
    one('veilpost_tls_total', ',proof="dane",result="tlsa-mismatch"', '0+1x120'),
  ),
  quiet(
    'VeilpostServersUntrusted',
    '90m',
    one('veilpost_tls_total', ',proof="any",result="ok"', '0+9x120'),
    one('veilpost_tls_total', ',proof="testing",result="name"', '0+9x120'),
  ),
  raised('VeilpostDnsNotValidated', '30m', INSTANCE, one('veilpost_dns_validated', '', '1x5 0x40')),
  quiet('VeilpostDnsNotValidated', '30m', one('veilpost_dns_validated', '', '0x40')),
  raised(
    'VeilpostFilterFails',
    '30m',
    INSTANCE,
    one('veilpost_filter_total', ',result="no action"', '0+2x60'),
    one('veilpost_filter_total', ',result="failed"', '0+1x60'),
  ),
  quiet('VeilpostFilterFails', '30m', one('veilpost_filter_total', ',result="reject"', '0+2x60')),
  raised(
    'VeilpostFilterRefusesMost',
    '140m',
    JOB,
    one('veilpost_filter_total', ',result="no action"', '0+1x160'),
    one('veilpost_filter_total', ',result="reject"', '0+3x160'),
  ),
  raised(
    'VeilpostListsSilent',
    '140m',
    INSTANCE,
    one('veilpost_dns_lists_total', ',result="clear"', '0+1x160'),
    one('veilpost_dns_lists_total', ',result="silent"', '0+2x160'),
  ),
  raised('VeilpostComplaints', '50m', JOB, one('veilpost_complaints_total', '', '0x10 0+1x60')),
  quiet('VeilpostComplaints', '50m', one('veilpost_complaints_total', '', '3x60')),
  raised(
    'VeilpostLettersFail',
    '100m',
    JOB,
    one('veilpost_letters_total', ',kind="confirm",verdict="accepted"', '0+1x120'),
    one('veilpost_letters_total', ',kind="confirm",verdict="refused"', '0+2x120'),
  ),
  raised(
    'VeilpostServerErrors',
    '20m',
    JOB,
    one('veilpost_http_request_seconds_count', ',call="create",status="503"', '0+2x30'),
  ),
  raised(
    'VeilpostVisitorsTurnedAway',
    '45m',
    JOB,
    one('veilpost_http_request_seconds_count', ',call="page",status="200"', '0+1x60'),
    one('veilpost_http_request_seconds_count', ',call="create",status="429"', '0+1x60'),
  ),
  raised(
    'VeilpostNamesRunShort',
    '90m',
    { ...JOB, domain: 'a.test' },
    ...onBoth('veilpost_names_left', ',domain="a.test"', '900x120'),
    ...onBoth('veilpost_aliases', ',domain="a.test",state="active"', '7000x120'),
    ...onBoth('veilpost_aliases', ',domain="a.test",state="inactive"', '1100x120'),
  ),
  // Enough of them: two nodes that report the same must not look like twice as many aliases.
  quiet(
    'VeilpostNamesRunShort',
    '90m',
    ...onBoth('veilpost_names_left', ',domain="a.test"', '2500x120'),
    ...onBoth('veilpost_aliases', ',domain="a.test",state="active"', '7000x120'),
  ),
  raised('VeilpostCertificateEnds', '90m', INSTANCE, one(CERTIFICATE, '', `${13 * 86_400}x120`)),
  quiet('VeilpostCertificateEnds', '90m', one(CERTIFICATE, '', Array(120).fill('NaN').join(' '))),
  raised('VeilpostCertificateEndsSoon', '90m', INSTANCE, one(CERTIFICATE, '', `${2 * 86_400}x120`)),
  raised('VeilpostBehind', '20m', INSTANCE, one('nodejs_eventloop_lag_p99_seconds', '', '0.5x30')),
];

test('each alert is raised by its fault, and not by anything less', (t) => {
  const named = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)];
  const tried = CASES.filter(({ labels }) => labels).map(({ alert }) => alert);
  assert.deepEqual(new Set(tried), new Set(named.map(([, name]) => name)));
  const tests = CASES.map(({ alert, input, at, labels }) => ({
    interval: '1m',
    input_series: input,
    promql_expr_test: [fires(alert, at, labels ? [labels] : [])],
  }));
  promtoolOn(t, 'test', { rule_files: [ALERTS], tests });
});
