import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openLedger } from '../../store/installation/solana-ledger.ts'
import { serveRpc } from '../json-rpc/server.ts'
import { answerCalls } from './answer.ts'
import { openChain } from './chain.ts'
import { ledgerFile } from './folder.ts'
import type { Machine } from './machine.ts'
import type { LoadedProgram } from './program-files.ts'
import { rpcMethods } from './rpc-methods.ts'

export const nodeStart = z.object({
  /** The folder that holds this network and nothing else. */
  dir: z.string(),
  /** Folders that may hold the programs. */
  programs: z.array(z.string()),
  port: z.int(),
  slotMs: z.int().positive(),
})
export type NodeStart = z.infer<typeof nodeStart>

/** Ours: most bytes of a body; a batch of 256 of the longest transactions is smaller. */
const bodyAtMost = 4 * 1024 * 1024

export interface SolanaNode {
  port: number
  genesis: string
  /** Saves its state and ends. */
  close(): Promise<void>
}

/** Brings up the practice network kept in a folder. */
export async function openNode(
  { dir, port, slotMs }: NodeStart,
  programs: readonly LoadedProgram[],
  machine: (programs: readonly LoadedProgram[], snapshot: string | null) => Machine,
  goesOn?: () => void,
): Promise<SolanaNode> {
  mkdirSync(dir, { recursive: true })
  const ledger = openLedger(join(dir, ledgerFile), { began: Date.now(), salt: randomBytes(32).toString('hex') })
  try {
    const chain = openChain({
      dir,
      ledger,
      machine: (snapshot) => machine(programs, snapshot),
      slotMs,
      clock: Date.now,
      goesOn,
      log: (text) => process.stderr.write(`${text}\n`),
    })
    const methods = rpcMethods(chain)
    const server = await serveRpc({
      port,
      bodyAtMost,
      // All effects of one body are committed together.
      answer: (body) => JSON.stringify(ledger.together(() => answerCalls(methods, body.toString()))),
    })
    return {
      port: server.port,
      genesis: chain.genesis,
      async close() {
        await server.close()
        chain.save()
        ledger.close()
      },
    }
  } catch (error) {
    ledger.close()
    throw error
  }
}
