import { expect, it } from 'vitest'
import { solanaClient } from '../../../src/core/chains/solana/client.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import { smallLimits } from '../../minting/simulated/client.ts'

const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** A node that has a token at these commitments, whichever it is asked for. */
function nodeWith(commitments: readonly string[]): SolanaRpc {
  return {
    async call(_method, [, options], schema) {
      const { commitment } = options as { commitment: string }
      const value = commitments.includes(commitment) ? { data: ['', 'base64'], owner, lamports: 1 } : null
      return schema.parse({ context: { slot: 1 }, value })
    },
    many: async () => [],
  }
}

function prepareOn(node: SolanaRpc): Promise<unknown> {
  const account = (ordinal: number) => ({ address: solanaRecipientOf(ordinal), sign: () => new Uint8Array(64) })
  const client = solanaClient({
    network: 'practice:solana',
    confirmations: 32,
    limits: smallLimits,
    clock: Date.now,
    rpc: async () => node,
    treasury: () => account(1),
    named: () => account(2),
    user: () => account(5),
  })
  const token = { recipient: solanaRecipientOf(3), name: 'one', symbol: 'ONE', uri: 'ipfs://one' }
  const work = {
    kind: 'mint-tokens',
    contractKind: 'certified',
    contract: solanaRecipientOf(4),
    jobId: '0x01',
    tree: null,
    tokens: [token],
  } as const
  return client.prepare(work, 0)
}

it('counts a token that something else minted once it is final, and waits until then', async () => {
  await expect(prepareOn(nodeWith(['confirmed']))).rejects.toMatchObject({ code: 'network.unconfirmed' })
  await expect(prepareOn(nodeWith(['confirmed', 'finalized']))).rejects.toMatchObject({
    outcome: { kind: 'already-minted', addresses: [solanaRecipientOf(2)] },
  })
})
