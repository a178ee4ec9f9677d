// The health check of the container image, which has no shell and no curl: exit code 0 if the service reports that
// it is healthy, otherwise 1. Plain JavaScript: it runs every few seconds, and stripping types would cost more. The admin
// server is asked if HTTP_PORT expects a PROXY header, or another process may answer there.
const partsOf = (value = '') => value.split(',').map((part) => part.replaceAll(/\s/g, ''));
const proxied = partsOf(process.env.TRUSTED_PROXIES).some((part) =>
  /^protocol=(?:http|both)$/.test(part),
);
const ownPort = proxied || process.env.REUSE_PORT === 'on';
const hosts = partsOf(process.env.HOST);
const host =
  (ownPort
    ? hosts.find((part) => part.startsWith('admin='))?.slice('admin='.length)
    : hosts.find((part) => !part.includes('='))) || '127.0.0.1';
/** The address to connect to, for a listening address. */
const reached =
  { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
const port = ownPort ? process.env.ADMIN_PORT || '9090' : process.env.HTTP_PORT || '3000';
try {
  const response = await fetch(`http://${reached}:${port}/healthz`, {
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
} catch (error) {
  console.error(`not healthy: ${error.message}`);
  process.exitCode = 1;
}
