import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openAptosLedger } from '../../store/installation/aptos-ledger.ts'
import { serveLocally } from '../http/local-server.ts'
import type { ServedNode } from '../node/serve-node.ts'
import { type AptosChainOptions, openAptosChain } from './ledger/chain.ts'
import { faultBody, RestFault } from './rest/rest-fault.ts'
import { answerRest } from './rest/router.ts'

export const nodeStart = z.object({
  /** The folder that holds this network and nothing else. */
  dir: z.string(),
  port: z.int(),
  /** Milliseconds from a transaction's arrival to its block; `manual`: the node makes blocks only on a message. */
  commitMs: z.union([z.int().min(0), z.literal('manual')]),
})
export type AptosNodeStart = z.infer<typeof nodeStart>

/** What lies in the folder of Aptos' practice network. */
export const ledgerFile = 'ledger.db'
/** Messages that have a node make a block: `commit` only if a transaction waits, `beat` in any case, as a real network does. */
export const commitMessage = 'commit'
export const beatMessage = 'beat'
/** Ours: most bytes of a body; a batch of the longest transactions is smaller. */
const bodyAtMost = 1024 * 1024

export interface AptosNode extends ServedNode {
  /** Makes a block of the due transactions. @param evenEmpty makes an empty block, too @returns how many transactions it has */
  commit(evenEmpty?: boolean): number
}

/** Brings up the practice network kept in a folder. @throws CoreError where executing its record again comes to something else */
export async function openAptosNode({
  dir,
  port,
  commitMs,
  chainId,
  goesOn,
}: AptosNodeStart & Pick<AptosChainOptions, 'chainId' | 'goesOn'>): Promise<AptosNode> {
  mkdirSync(dir, { recursive: true })
  const ledger = openAptosLedger(join(dir, ledgerFile), {
    began: Date.now() * 1000,
    salt: randomBytes(32).toString('hex'),
  })
  try {
    const chain = openAptosChain({ ledger, clock: Date.now, chainId, goesOn })
    const waiting = new Set<() => void>()
    const commit = (evenEmpty = false): number => {
      const count = chain.commit(evenEmpty)
      for (const resolve of waiting) resolve()
      waiting.clear()
      // A block holds a limited number: transactions that did not fit must not wait for another one to arrive.
      if (count > 0 && chain.pool.count() > 0) wake()
      return count
    }
    let timer: NodeJS.Timeout | undefined
    const wake = () => {
      if (commitMs === 'manual' || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        commit()
      }, commitMs)
    }
    const nextBlock = (atMost: number) =>
      new Promise<void>((resolve) => {
        const late = setTimeout(resolve, atMost)
        waiting.add(() => {
          clearTimeout(late)
          resolve()
        })
      })
    const server = await serveLocally({
      ...{ port, bodyAtMost, methods: ['GET', 'POST'] },
      refusal: (status, message) => faultBody(new RestFault(status, 'web_framework_error', message)),
      answer: (request) => answerRest({ chain, wake, nextBlock }, request),
    })
    // Transactions that waited when the last process ended are due now.
    if (chain.pool.count() > 0) wake()
    return {
      port: server.port,
      genesis: ledger.byVersion(0, 1)[0]?.root ?? '',
      commit,
      onMessage(message) {
        if (message === commitMessage || message === beatMessage) commit(message === beatMessage)
      },
      async close() {
        clearTimeout(timer)
        await server.close()
        ledger.close()
      },
    }
  } catch (error) {
    ledger.close()
    throw error
  }
}
