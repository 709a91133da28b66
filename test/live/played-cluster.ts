/** Our own Solana node as it plays a live cluster: the genesis hash of the real one, slots in time, coin for those who ask for it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { solanaNetworkOf } from '../../src/core/chains/networks.ts'
import { type SolanaRpc, solanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'
import { startNode } from '../../src/core/practice/node/node-process.ts'
import { openLedger } from '../../src/core/store/installation/solana-ledger.ts'
import type { SolanaChain } from '../../src/shared/chains.ts'

export interface PlayedCluster {
  url: string
  rpc: SolanaRpc
  fund(address: string, lamports: bigint): Promise<void>
  close(): Promise<void>
}

/** @param node the program and the Metaplex programs; see `nodeFor` */
export async function playCluster(
  chain: SolanaChain,
  node: { program: string; programs: string[] },
  // Half of the real one's: bytes are good for 30 seconds.
  slotMs = 200,
): Promise<PlayedCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-cluster-'))
  const dir = join(folder, 'node')
  await mkdir(dir)
  // A network's own record is where its genesis hash comes from.
  const salt = Buffer.from(base58.decode(solanaNetworkOf(chain).genesis)).toString('hex')
  openLedger(join(dir, 'ledger.db'), { began: Date.now(), salt }).close()
  const running = await startNode(node.program, { dir, programs: node.programs, port: 0, slotMs }, 'Solana')
  const url = `http://127.0.0.1:${running.port}`
  const rpc = solanaRpc(url)
  return {
    url,
    rpc,
    async fund(address, lamports) {
      await rpc.call('requestAirdrop', [address, Number(lamports)], z.string())
    },
    async close() {
      await running.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
