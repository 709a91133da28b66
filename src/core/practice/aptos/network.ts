import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { CoreError } from '../../lib/errors.ts'
import { type NodeNetwork, type NodeStatus, openNodeNetwork } from '../node/network.ts'
import { type AptosNodeStart, beatMessage, commitMessage, ledgerFile } from './node.ts'

/** `rpcUrl` ends with `/v1`; the genesis hash is the root of version 0. */
export interface AptosNetwork extends Pick<NodeNetwork, 'status' | 'start' | 'recheck' | 'close' | 'kill'> {
  /** Gives an account coin out of nothing; starts the network. @throws CoreError as `start`, or with the node's message */
  give(address: string, octas: bigint): Promise<void>
  /** Deletes everything and begins a new network. */
  reset(): Promise<void>
  /** Makes a block of the waiting transactions; for a network whose blocks are made by hand. */
  commit(): void
  /** Makes a block every second, even an empty one, until the returned function is called: for callers that wait for the ledger to advance. */
  hold(): () => void
}

export interface AptosNetworkOptions {
  /** The folder that holds this network's state and nothing else. */
  stateDir: string
  /** The program of its process: process.ts beside this file, or its built form. */
  program: string
  log: Logger
  onChange?: ((status: NodeStatus, restarted: boolean) => void) | undefined
  /** See `AptosNodeStart`; 50 ms when absent. */
  commitMs?: AptosNodeStart['commitMs'] | undefined
}

/** Ours: on mainnet it takes a fraction of a second. */
const usualCommitMs = 50
/** Ours: ms between two empty blocks. */
const beatMs = 1_000

/** The practice network of Aptos kept in a folder. Nothing runs before its first use. */
export function openAptosNetwork(options: AptosNetworkOptions): AptosNetwork {
  const { stateDir, program, log, onChange, commitMs = usualCommitMs } = options
  const begin = { dir: stateDir, commitMs }
  let holds = 0
  let beat: NodeJS.Timeout | undefined
  const { startAfresh, tell, ...network } = openNodeNetwork({
    ...{ label: 'Aptos', path: '/v1', program, begin, log, onChange },
  })
  return {
    ...network,
    async give(address, octas) {
      const { rpcUrl } = await network.start()
      const answer = await fetch(`${rpcUrl}/mint?address=${encodeURIComponent(address)}&amount=${octas}`, {
        method: 'POST',
      })
      if (!answer.ok)
        throw new CoreError(
          'network.unavailable',
          `The practice network for Aptos gave nothing: ${await answer.text()}.`,
        )
    },
    reset: () =>
      startAfresh(async () => {
        for (const end of ['', '-wal', '-shm']) await rm(join(stateDir, `${ledgerFile}${end}`), { force: true })
      }),
    commit: () => tell(commitMessage),
    hold() {
      holds += 1
      beat ??= setInterval(() => tell(beatMessage), beatMs).unref()
      let held = true
      return () => {
        if (held) holds -= 1
        held = false
        if (holds > 0) return
        clearInterval(beat)
        beat = undefined
      }
    },
  }
}
