import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { SolanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'

/** Owners of all leaves in the trees of a data folder, as the transactions on the chain tell it. */
export async function ownersOnChain(folder: string, rpc: SolanaRpc): Promise<string[]> {
  const { treesClient } = await import('../../src/core/chains/solana/trees/trees.ts')
  const none = () => {
    throw new Error('nothing is signed here')
  }
  const trees = treesClient({
    ...{ rpc: async () => rpc, treasury: none, instructions: none, treeConfig: none, named: none, charge: none },
    measures: new Map(),
  })
  const db = new Database(join(folder, 'mintdesk.db'), { readonly: true })
  const addresses = z.array(z.object({ address: z.string() })).parse(db.prepare('select address from trees').all())
  db.close()
  const leaves = await Promise.all(addresses.map(({ address }) => trees.leavesFrom(address, 0)))
  return leaves.flat().map(({ owner }) => owner)
}
