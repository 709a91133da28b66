import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import { type Hash, keccak256, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import { readOwner } from '../../src/core/practice/owner-file.ts'
import { rpc } from './raw-rpc.ts'

/** What was answered and is not there afterwards, and what was killed. */
export interface KillFigures {
  anvils: number
  cores: number
  both: number
  /** Transactions and blocks that were told of. */
  transactions: number
  blocks: number
  /** A sentence for each that is missing or other. */
  wrong: string[]
}

/** Transactions that were answered before the next kill, at least. */
export const sentBetweenKills = 6

const said = z.object({ pid: z.int(), rpcUrl: z.string() })
const head = z.object({ number: z.string(), hash: z.string() })

/**
 * Kills a practice network's anvil, its core, or both, at random moments, while three strangers send it transactions as fast as they are
 * answered and another one reads; then looks for all that they were answered.
 * @param random from 0 up to 1
 */
export async function killTrial(stateDir: string, kills: number, random: () => number): Promise<KillFigures> {
  const figures: KillFigures = { anvils: 0, cores: 0, both: 0, transactions: 0, blocks: 0, wrong: [] }
  const strangers = Array.from({ length: 3 }, () => ({
    account: privateKeyToAccount(generatePrivateKey()),
    sent: [] as Hash[],
  }))
  const blocks = new Map<string, string>()
  let funded = false

  for (let kill = 0; kill < kills; kill += 1) {
    const core = fork(join(import.meta.dirname, 'network-owner.ts'), [stateDir, '', '30'], {
      execArgv: ['--no-deprecation'],
    })
    const gone = once(core, 'exit')
    const [message] = await Promise.race([
      once(core, 'message'),
      gone.then(() => Promise.reject(new Error('it ended at once'))),
    ])
    const { rpcUrl } = said.parse(message)
    if (!funded)
      for (const { account } of strangers) {
        core.send({ fund: account.address })
        await once(core, 'message')
      }
    funded = true
    let ended = false
    const work = [...strangers.map((one) => sendOn(rpcUrl, one, () => ended)), readOn(rpcUrl, blocks, () => ended)]
    const begun = blocks.size
    const sent = () => strangers.reduce((sum, one) => sum + one.sent.length, 0)
    const before = sent()
    // Not before the network did something, and then at any moment.
    while (blocks.size < begun + 2 || sent() < before + sentBetweenKills)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, random() * 200))
    const what = (['anvils', 'cores', 'both'] as const)[Math.floor(random() * 3)] ?? 'both'
    const owner = await readOwner(stateDir)
    if (what !== 'cores' && owner) process.kill(owner.anvil.pid, 'SIGKILL')
    if (what === 'anvils') await goesOn(core, blocks, figures)
    else core.kill('SIGKILL')
    ended = true
    if (what === 'anvils') core.kill('SIGKILL')
    await gone
    await Promise.all(work)
    figures[what] += 1
  }
  await compare(stateDir, strangers, blocks, figures)
  return figures
}

type Stranger = { account: ReturnType<typeof privateKeyToAccount>; sent: Hash[] }

/** Sends one after the other; a transaction that got no answer is sent again to whoever comes next. */
async function sendOn(url: string, { account, sent }: Stranger, ended: () => boolean): Promise<void> {
  while (!ended()) {
    const raw = await account.signTransaction({
      ...{ type: 'eip1559', chainId: 8453, nonce: sent.length, gas: 21_000n, value: 1n, to: account.address },
      ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: 1n },
    })
    const answer = await rpc(url, 'eth_sendRawTransaction', raw).catch(() => undefined)
    // What it was not told of before it may have taken all the same.
    const known = /already imported|nonce too low/.test(answer?.error?.message ?? '')
    if (answer?.result !== undefined || known) sent.push(keccak256(raw))
    else if (answer !== undefined && !ended()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function readOn(url: string, blocks: Map<string, string>, ended: () => boolean): Promise<void> {
  while (!ended()) {
    const answer = await rpc(url, 'eth_getBlockByNumber', 'latest', false).catch(() => undefined)
    const { data } = head.safeParse(answer?.result)
    if (data) blocks.set(data.number, data.hash)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** After its anvil was killed, a core answers again by itself. */
async function goesOn(core: ChildProcess, blocks: Map<string, string>, figures: KillFigures): Promise<void> {
  const before = blocks.size
  for (let tries = 0; blocks.size < before + 2; tries += 1) {
    const hasEnded = core.exitCode !== null || core.signalCode !== null
    if (hasEnded || tries > 3_000) {
      figures.wrong.push(hasEnded ? 'the core ended with its anvil' : 'the network did not come back')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function compare(stateDir: string, strangers: Stranger[], blocks: Map<string, string>, figures: KillFigures) {
  const log = pino({ level: 'silent' })
  const network = openPracticeNetwork({ chain: 'base', chainId: 8453, stateDir, log, blocks: 'manual' })
  try {
    const { client } = await network.start()
    // What still waited for a block gets one.
    await network.mine()
    for (const [number, hash] of blocks) {
      figures.blocks += 1
      const found = await client.getBlock({ blockNumber: BigInt(number) }).catch(() => undefined)
      if (found?.hash !== hash) figures.wrong.push(`block ${Number(number)} was ${hash} and is ${found?.hash}`)
    }
    for (const { sent } of strangers) {
      let last = { block: 0n, place: -1 }
      for (const hash of sent) {
        figures.transactions += 1
        const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
        if (receipt === undefined) figures.wrong.push(`transaction ${hash} is missing`)
        else if (
          receipt.blockNumber < last.block ||
          (receipt.blockNumber === last.block && receipt.transactionIndex <= last.place)
        )
          figures.wrong.push(`transaction ${hash} is out of its order`)
        else last = { block: receipt.blockNumber, place: receipt.transactionIndex }
      }
    }
  } finally {
    await network.close()
  }
}
