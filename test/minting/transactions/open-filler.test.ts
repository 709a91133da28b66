import { rm } from 'node:fs/promises'
import { it } from 'vitest'
import { commitSigned } from '../../../src/core/store/journal/sign-transactions.ts'
import { openEngine, until } from '../open-engine.ts'
import { decode, encode, encodeBody, simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, treasury } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

it('sends a gap filler at the next start, though no collection has anything to do', async () => {
  const dir = await temporaryFolder()
  const chain = simulatedChain({ confirmations: 3 })
  chain.setBalance(treasury, 10n ** 18n)
  const options = { dir, chains: simulatedChains(chain), timing: { groupMs: 0, pollMs: 5 } }
  try {
    const before = await openEngine({ ...options, start: false })
    const call = { to: treasury, data: encodeBody({ work: { kind: 'fill' } }), value: '0', weight: '21000' }
    const raw = encode({ signer: treasury, sequence: 0, max: 100n, priority: 1n, call })
    await commitSigned(
      before.db,
      null,
      [
        {
          ...{
            network: 'practice:polygon',
            signer: treasury,
            sequence: 0,
            purpose: 'fill',
            call: JSON.stringify(call),
          },
          ...{
            collectionPk: null,
            batchPk: null,
            actionPk: null,
            transferPk: null,
            runId: null,
            maxFee: 100n,
            priorityFee: 1n,
          },
          ...{ hash: decode(raw).hash, raw: Buffer.from(raw.slice(2), 'hex') },
        },
      ],
      1,
    )
    await before.close()
    const after = await openEngine(options)
    await until('it is sent', async () => chain.pending().length === 1, 10_000)
    await after.close()
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
