import { request } from 'node:http'

/** A POST as any program can send one, with any headers: also those that `fetch` keeps for itself. */
export function post(url: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** One call. */
export async function rpc(url: string, method: string, ...params: unknown[]) {
  const { text } = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))
  return JSON.parse(text) as { id: unknown; result?: unknown; error?: { code: number; message: string } }
}
