/** Work that waits for the programs of Solana's practice network. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { programPins } from '../../src/core/practice/solana/programs.ts'
import { programFile } from '../core/built-programs.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { api } from './open-api.ts'

it('goes on when they are installed, without another start', async () => {
  await withFolder(async (folder) => {
    const programs = join(folder, 'programs')
    await mkdir(programs)
    for (const { name } of programPins) await writeFile(join(programs, `${name}.so`), Buffer.from('7f454c4600', 'hex'))
    // That its node is to be started shows in the state of the network; this one ends at once.
    const node = join(folder, 'node.cjs')
    await writeFile(node, 'process.exit(1)')
    const trial = {
      programFile: (name: Parameters<typeof programFile>[0]) => (name === 'solana-node' ? node : programFile(name)),
    }
    const mint = { recipient: `solana:${solanaRecipientOf(1)}`, metadata: { name: 'One', image: 'ipfs://a' } }
    await withCore(
      folder,
      async (core) => {
        const call = await api(core)
        const { status } = await call('PUT', '/api/2022-06-09/collections/default-solana/nfts/one', mint)
        expect(status).toBe(200)
      },
      { trial, env: { MINTDESK_SOLANA_PROGRAMS: programs } },
    )
    await withCore(
      folder,
      async (core) => {
        const { call } = await windowOf(core)
        const stateOf = async (): Promise<string | undefined> => {
          const networks = (await call('GET', '/app/networks')).json as unknown as { chain: string; state: string }[]
          return networks.find(({ chain }) => chain === 'solana')?.state
        }
        await opened(core)
        expect(await stateOf()).toBe('idle')
        const installed = await call('POST', '/app/networks/solana/programs', { from: programs, acceptNew: true })
        expect(installed.status).toBe(200)
        await vi.waitFor(async () => expect(await stateOf()).not.toBe('idle'), { timeout: 60_000 })
      },
      { trial },
    )
  })
})

/** Waits until the engine has taken up what the database holds. */
async function opened(core: Core): Promise<void> {
  const { call } = await windowOf(core)
  // It is asked of the engine, which loads after the start.
  await call('GET', '/app/networks/polygon/rpcs')
  await new Promise((resolve) => setTimeout(resolve, 500))
}
