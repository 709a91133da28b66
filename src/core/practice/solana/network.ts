import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { CoreError } from '../../lib/errors.ts'
import { openLedger } from '../../store/installation/solana-ledger.ts'
import { type NodeNetwork, type NodeStatus, openNodeNetwork } from '../node/network.ts'
import { ledgerFile, seqOf } from './folder.ts'

/** `rpcUrl` answers JSON-RPC; the genesis hash is base58. */
export type SolanaStatus = NodeStatus

/** `start` also throws CoreError `network.programs-missing` and `network.programs-changed`. */
export interface SolanaNetwork extends Pick<NodeNetwork, 'status' | 'start' | 'recheck' | 'close' | 'kill'> {
  /** Gives an account coin out of nothing; starts the network. @throws CoreError as `start`, or with the node's message */
  give(address: string, lamports: bigint): Promise<void>
  /**
   * Begins the network anew. Only `ours` is kept and executed again in its order: these transactions, and those that touch these addresses.
   * They are kept because an expired transaction could not be sent again.
   */
  reset(ours: { signatures: ReadonlySet<string>; addresses: ReadonlySet<string> }): Promise<void>
}

export interface SolanaNetworkOptions {
  /** The folder that holds this network's state and nothing else. */
  stateDir: string
  /** Folders that may hold its programs; the first that has one wins. */
  programs: readonly string[]
  /** The program of its process: process.ts beside this file, or its built form. */
  program: string
  log: Logger
  onChange?: ((status: SolanaStatus, restarted: boolean) => void) | undefined
  /** Milliseconds of a slot; Solana's own 400 when absent. */
  slotMs?: number | undefined
}

const airdropAnswer = z.object({ error: z.object({ message: z.string() }).optional() })

/** Solana's own. */
const usualSlotMs = 400

/** The practice network of Solana kept in a folder. Nothing runs before its first use. */
export function openSolanaNetwork(options: SolanaNetworkOptions): SolanaNetwork {
  const { stateDir, programs, program, log, onChange, slotMs = usualSlotMs } = options
  const begin = { dir: stateDir, programs: [...programs], slotMs }
  const { start, startAfresh, ...network } = openNodeNetwork({ label: 'Solana', program, begin, log, onChange })
  return {
    ...network,
    start,
    async give(address, lamports) {
      const { rpcUrl } = await start()
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, Number(lamports)] }),
      })
      const { error } = airdropAnswer.parse(await answer.json())
      if (error)
        throw new CoreError('network.unavailable', `The practice network for Solana gave nothing: ${error.message}.`)
    },
    reset: (ours) =>
      startAfresh(async () => {
        const file = join(stateDir, ledgerFile)
        if (existsSync(file)) {
          const ledger = openLedger(file, { began: 0, salt: '' })
          ledger.keepOnly(ours)
          ledger.close()
        }
        for (const name of await readdir(stateDir).catch((): string[] => []))
          if (seqOf(name) !== undefined) await rm(join(stateDir, name), { force: true })
      }),
  }
}
