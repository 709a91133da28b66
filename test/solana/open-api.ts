/** The API of a core whose practice network of Solana has the real programs, or a tape in their place. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { programFile } from '../core/built-programs.ts'
import { type Caller, callerOf, windowOf, withCore } from '../core/trial-core.ts'
import { programNames } from '../faults/solana-sheet.ts'
import { nodeFor, real, words } from './world.ts'

/** Keys of the seed that the tape was recorded with. */
async function seed(folder: string): Promise<void> {
  const check = createHash('sha256').update(`mintdesk practice seed\n${words}`).digest('hex').slice(0, 16)
  const file = { version: 1, purpose: 'practice', mnemonic: words, check }
  await writeFile(join(folder, 'practice-seed.json'), JSON.stringify(file), { mode: 0o600 })
}

/** Where the programs are, or what has their names: the tape stands in for them. */
async function programFolder(folder: string): Promise<string> {
  return real ? (process.env.MINTDESK_SOLANA_PROGRAMS ?? '') : await programNames(folder)
}

export async function api(core: Core): Promise<Caller> {
  const { call } = await windowOf(core)
  const scopes = [
    ...['collections.create', 'collections.read', 'collections.update'],
    ...['nfts.create', 'nfts.read', 'nfts.update', 'nfts.delete', 'wallets:nfts.read', 'wallets:nfts.transfer'],
  ]
  const { json } = await call('POST', '/app/keys', { name: 'test', scopes })
  return callerOf(core.url, { 'x-api-key': String(json.key) })
}

/** Only such projects move NFTs out of their users' wallets. */
export async function enterprise(core: Core): Promise<void> {
  const { call } = await windowOf(core)
  const { json } = await call('GET', '/app/state')
  const [project] = json.projects as { id: string }[]
  await call('PATCH', `/app/projects/${project?.id}`, { enterprise: true })
}

/** The action of that id, once it has ended. */
export const ended = (call: Caller, id: string) =>
  vi.waitFor(
    async () => {
      const { json } = await call('GET', `/api/2022-06-09/actions/${id}`)
      expect(json).not.toMatchObject({ status: 'pending' })
      return json
    },
    { timeout: 80_000, interval: 100 },
  )

/** The same of one that must succeed. */
export async function succeeded(call: Caller, id: string): Promise<{ data: Record<string, unknown> }> {
  const { status, data } = (await ended(call, id)) as { status: string; data: Record<string, unknown> }
  expect([status, data.error]).toEqual(['succeeded', undefined])
  return { data }
}

/** Opens a core over the folder, with the tape of that name, for `use`. */
export const openApi = async (
  folder: string,
  tape: string,
  use: (call: Caller, core: Core) => Promise<void>,
): Promise<void> => {
  await seed(folder)
  const { program } = nodeFor(tape)
  const env = { MINTDESK_SOLANA_PROGRAMS: await programFolder(folder) }
  await withCore(folder, async (core) => use(await api(core), core), {
    env,
    trial: { programFile: (name) => (name === 'solana-node' ? program : programFile(name)), slotMs: 100 },
  })
}
