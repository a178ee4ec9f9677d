/** No usable response came in time. The message is ours or the system's, never the server's. */
export class RemoteServerSilent extends Error {
  override readonly name = 'RemoteServerSilent';
}
