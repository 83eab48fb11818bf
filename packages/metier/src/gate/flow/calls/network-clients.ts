/** Clients that reach other machines, one pattern for each family; the address is the first argument that looks like one. */
const CLIENTS: readonly RegExp[] = [
  /(?:^|\.)(?:fetch|sendBeacon|storbinary|storlines|upload_file|upload_fileobj|upload_from_filename|put_object|sendall|sendto|sendmail|send_message|urlopen|urlretrieve)$|(?:^|\.)HTTPS?Connection$|^(?:WebSocket|ws)$|^(?:axios|got|superagent|request|needle|ky|requests|httpx|aiohttp|urllib3)(?:\.(?:post|put|patch|get|request|delete|head|stream|default|create))?$|^https?\.(?:request|get)$|^urllib\.request\.(?:urlopen|Request|urlretrieve)$|^(?:undici|node-fetch|cross-fetch)(?:\.\w+)?$|\.(?:post|put|patch)$|(?:HTTPS?Connection|[sS]ession|[cC]lient|conn|connection|sock|socket|ws|s|c|req|request|XMLHttpRequest|xhr|WebSocket)(?:\(\))?\.(?:request|send|write|post|put|get)$|^(?:net|tls)\.(?:connect|createConnection|Socket)(?:\(\))?\.(?:write|end)$|^dns\.(?:promises\.)?(?:resolve\w*|lookup)$|^socket\.(?:gethostbyname|getaddrinfo|create_connection)$/,
  // Node: requests, sessions and sockets that are written to
  /^https?\.(?:request|get)\(\)\.(?:write|end)$/,
  /^http2\.connect(?:\(\))?(?:\.request(?:\(\)\.(?:write|end))?)?$/,
  /^dgram\.createSocket\(\)\.send$/,
  /^(?:net|tls)\.(?:connect|createConnection|Socket|TLSSocket)(?:\(\)(?:\.(?:write|end))?)?$/,
  /(?:^|[./])Resolver\(\)\.(?:resolve\w*|query|reverse)$|^dns(?:\.promises|\/promises)?\.(?:resolve\w*|lookup)$|^dns\.resolver\.(?:resolve|query)$/,
  /^(?:WebSocket|ws|ws\.WebSocket)(?:\(\)\.send)?$|^EventSource$|^Request$/,
  /(?:^|\.)sendMail$|^mqtt\.connect(?:\(\)\.publish)?$/,
  // Python
  /^urllib\.request\.build_opener\(\)\.open$|OpenerDirector\(\)\.open$|PoolManager\(\)\.(?:request|urlopen)$/,
  /^(?:websockets?|websocket)\.(?:connect|create_connection|WebSocket)(?:\(\)\.send(?:_\w+)?)?$|\.ws_connect(?:\(\)\.send_\w+)?$/,
  /^xmlrpc\.client\.ServerProxy(?:\(\)(?:\.\w+){1,3})?$|^telnetlib\.Telnet\(\)\.write$|(?:^|\.)mqtt\.\w+\(\)\.publish$/,
  /^asyncio\.open_connection(?:\(\)\.write)?$|^ftplib\.FTP\w*(?:\(\))?$|^smtplib\.SMTP\w*$/,
  /^httpx\.(?:Async)?Client$|^aiohttp\.ClientSession$/,
  // A program that sends its input
  /^network program\(\)\.(?:stdin\.(?:write|end)|communicate)$/,
]

/** Whether a call with this dotted name sends something. */
export function sendsBy(name: string): boolean {
  return CLIENTS.some((pattern) => pattern.test(name))
}
