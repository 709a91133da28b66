/** The main job on a live network, as a person does it with the window: the same program for an anvil that plays the network and for a real one. */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Core } from '../../src/core/index.ts'
import { importState, project, quote, type Run, run, runRows, runTransactions } from '../../src/shared/app-api.ts'
import { type Caller, callerOf, windowOf } from '../core/trial-core.ts'

/** An address that nobody has used before, the same for the same name. */
export function recipientOf(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
}

/** The same on Solana; an address that is no point of the curve may hold NFTs, but is warned of. */
export function solanaRecipientOf(name: string): string {
  const seed = createHash('sha256').update(name).digest()
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  return base58.encode(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'))
}

/** RFC 8410: what stands before the 32 bytes of an ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A spreadsheet of hosted metadata. */
export function hostedSheet(name: string, rows: number, recipient = recipientOf): Uint8Array {
  const lines = Array.from(
    { length: rows },
    (_, at) => `${recipient(`${name} ${at}`)},https://example.com/${encodeURIComponent(name)}/${at}.json`,
  )
  return Buffer.from(['recipient,metadata_uri', ...lines, ''].join('\n'))
}

export async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean, everyMs = 150): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** The window of a live project, which is made at the first time. */
export async function liveProject(core: Core, name: string): Promise<{ call: Caller; id: string }> {
  const { call, token } = await windowOf(core)
  const there = project.array().parse((await call('GET', '/app/projects')).json)
  const made =
    there.find((one) => one.name === name) ??
    project.parse((await call('POST', '/app/projects', { name, kind: 'live' })).json)
  return { id: made.id, call: callerOf(core.url, { authorization: `Bearer ${token}`, 'x-mintdesk-project': made.id }) }
}

/** A collection of the project on a chain. */
export async function collectionOn(
  call: Caller,
  id: string,
  chain: string,
  fungibility: 'non-fungible' | 'semi-fungible' = 'non-fungible',
): Promise<void> {
  const made = await call('PUT', `/api/2022-06-09/collections/${id}`, {
    chain,
    fungibility,
    metadata: { name: 'Live trial', description: 'A trial', imageUrl: 'https://example.com/a.png' },
    reuploadLinkedFiles: false,
  })
  if (made.status !== 200) throw new Error(made.text)
}

/** Checks a spreadsheet, asks for the price and begins to mint it. */
export async function mint(call: Caller, collectionId: string, name: string, bytes: Uint8Array) {
  const path = `/app/imports?name=${encodeURIComponent(name)}&collectionId=${encodeURIComponent(collectionId)}`
  const { id } = importState.parse((await call('POST', path, bytes)).json)
  const checked = await until(
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
    ({ state }) => state !== 'checking',
  )
  if (checked.counts.errors > 0) throw new Error(JSON.stringify(checked.codes))
  const price = await call('POST', '/app/quotes', { importId: id })
  if (price.status !== 200) throw new Error(price.text)
  const answer = await call('POST', '/app/runs', { importId: id })
  if (answer.status !== 200) throw new Error(answer.text)
  return { price: quote.parse(price.json), run: run.parse(answer.json) }
}

export async function runOf(call: Caller, id: string): Promise<Run> {
  return run.parse((await call('GET', `/app/runs/${id}`)).json)
}

export async function rowsOf(call: Caller, id: string, limit = 500) {
  return runRows.parse((await call('GET', `/app/runs/${id}/rows?limit=${limit}`)).json).rows
}

export async function transactionsOf(call: Caller, id: string) {
  return runTransactions.parse((await call('GET', `/app/runs/${id}/transactions`)).json)
}
