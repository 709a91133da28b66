import { describe, expect, it } from 'vitest'
import { epochAnswer, numberAnswer, statusesAnswer } from '../../../src/core/chains/solana/rpc/answers.ts'
import { solanaFault } from '../../../src/core/chains/solana/rpc/fault.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { steadyRpc } from '../../../src/core/chains/solana/rpc/steady-rpc.ts'

/** Answers by method; what was asked is kept. */
function played(answers: Record<string, unknown>) {
  const asked: { method: string; params: readonly unknown[] }[] = []
  const rpc: SolanaRpc = {
    async call(method, params, schema) {
      asked.push({ method, params })
      return schema.parse(answers[method])
    },
    async many(method, all, schema) {
      for (const params of all) asked.push({ method, params })
      return all.map(() => schema.parse(answers[method]))
    },
  }
  return { rpc: steadyRpc(rpc), asked, answers }
}

const at = (slot: number, value: unknown) => ({ context: { slot }, value })

describe('an RPC with many nodes behind one address', () => {
  it('asks each further one to have got as far as the one before', async () => {
    const { rpc, asked } = played({
      getEpochInfo: { absoluteSlot: 500, blockHeight: 400 },
      getBalance: at(510, 1),
    })
    await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochAnswer)
    await rpc.call('getBalance', ['a', { commitment: 'confirmed' }], numberAnswer)
    await rpc.call('getBalance', ['a', { commitment: 'confirmed' }], numberAnswer)
    await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochAnswer)
    expect(asked.map(({ params }) => params.at(-1))).toEqual([
      { commitment: 'finalized' },
      { commitment: 'confirmed', minContextSlot: 500 },
      { commitment: 'confirmed', minContextSlot: 510 },
      // What is confirmed further on need not be final.
      { commitment: 'finalized', minContextSlot: 500 },
    ])
  })

  it('does not believe what a node says of signatures that is behind the height it is compared with', async () => {
    const { rpc, answers } = played({
      getEpochInfo: { absoluteSlot: 500, blockHeight: 400 },
      getSignatureStatuses: at(499, [null]),
    })
    const statuses = () => rpc.call('getSignatureStatuses', [['s']], statusesAnswer)
    await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochAnswer)
    const refused: unknown = await statuses().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: -32016 })
    expect(solanaFault(refused)).toEqual({ kind: 'fault' })
    answers.getSignatureStatuses = at(500, [null])
    expect((await statuses()).value).toEqual([null])
  })
})
