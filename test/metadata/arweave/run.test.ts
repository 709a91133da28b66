import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { arweaveAccount } from '../../../src/core/wallets/arweave-account.ts'
import { openEngine, runFinished, until } from '../../minting/open-engine.ts'
import { simulatedChain } from '../../minting/simulated/chain.ts'
import { treasury } from '../../minting/simulated/client.ts'
import { countedChains } from '../../minting/simulated/counted-client.ts'
import { temporaryFolder } from '../../minting/simulated/world.ts'
import { openTurboDouble } from '../services/turbo-double.ts'

it('a live run whose tokens name Arweave is signed only when what they name is there; without credits it waits, and goes on by itself', async () => {
  const dir = await temporaryFolder()
  const turbo = await openTurboDouble()
  turbo.accounts.add(arweaveAccount(Buffer.alloc(64, 7)).address)
  const chain = simulatedChain({ confirmations: 2 })
  chain.setBalance(treasury, 10n ** 18n)
  const timing = { groupMs: 0, pollMs: 5 }
  const opened = await openEngine({ dir, chains: countedChains(chain), timing, start: false })
  const named: string[] = []
  const unkept: string[] = []
  chain.world.onSend = ({ call }) => {
    const text = Buffer.from(call.data.slice(2), 'hex').toString()
    for (const [, id = ''] of text.matchAll(/https:\/\/arweave\.net\/([\w-]{43})/g)) {
      named.push(id)
      if (!turbo.items.has(id)) unkept.push(id)
    }
  }
  const mining = setInterval(() => chain.mine(), 10)
  try {
    await opened.db.updateTable('projects').set({ kind: 'live' }).execute()
    await opened.storage.set({ kind: 'arweave', url: turbo.url })
    turbo.freeBytes = 0
    await opened.engine.start()
    const run = await opened.addRun(5)
    const notice = () => opened.engine.notice(opened.project.id, 'polygon')?.text ?? ''
    await until('the reason', async () => /Waiting for the storage: .*buy credits for the account/.test(notice()))
    const mints = () => opened.db.selectFrom('transactions').select('pk').where('purpose', '=', 'mint').execute()
    expect(await mints()).toEqual([])
    turbo.freeBytes = 4_000_000
    await runFinished(opened, run)
    const rows = await mintsNow(opened.db).select('state').execute()
    expect(rows.map(({ state }) => state)).toEqual(Array(5).fill('succeeded'))
    expect(new Set(named).size).toBeGreaterThanOrEqual(5)
    expect(unkept).toEqual([])
  } finally {
    clearInterval(mining)
    await opened.close()
    await turbo.close()
    await rm(dir, { recursive: true, force: true })
  }
})
