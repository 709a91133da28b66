/** A call of the API as a command and as a program. Pure. */

export interface ApiCall {
  method: string
  /** `/api/…`, with its query. */
  path: string
  /** JSON; '' where there is none. */
  body: string
  /** The name of a file that is sent as the body. */
  file?: string | null
}

/** Stands in a snippet for a key that is not shown. */
export const placeholder = 'YOUR_KEY'

/** For bash, zsh, and PowerShell 7 with `curl.exe`. */
export function curlOf({ method, path, body, file = null }: ApiCall, origin: string, key: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl ${method === 'GET' || (method === 'POST' && (body !== '' || file !== null)) ? '' : `-X ${method} `}${quoted(`${origin}${path}`)}`,
    `  -H ${quoted(`X-API-KEY: ${key}`)}`,
    ...(file === null
      ? []
      : [`  -H 'Content-Type: application/octet-stream'`, `  --data-binary ${quoted(`@${file}`)}`]),
    ...(body === '' ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(compact(body))}`]),
  ].join(' \\\n')
}

/** For Node 22 or a browser. */
export function typescriptOf({ method, path, body, file = null }: ApiCall, origin: string, key: string): string {
  const type = file !== null ? 'octet-stream' : body === '' ? null : 'json'
  const keyed = `'X-API-KEY': ${key === placeholder ? 'process.env.MINTDESK_KEY' : JSON.stringify(key)}`
  const lines = [
    ...(file === null ? [] : [`import { openAsBlob } from 'node:fs'`, '']),
    `const answer = await fetch(${JSON.stringify(`${origin}${path}`)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: { ${keyed}${type === null ? '' : `, 'Content-Type': 'application/${type}'`} },`,
    ...(file === null ? [] : [`  body: await openAsBlob(${JSON.stringify(file)}),`]),
    ...(body === '' ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    '})',
    'if (!answer.ok) throw new Error((await answer.json()).message)',
    ...(method === 'DELETE' || method === 'PUT'
      ? ['console.log(answer.status, await answer.text())']
      : ['console.log(await answer.json())']),
  ]
  return lines.join('\n')
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')
  } catch {
    return body
  }
}
