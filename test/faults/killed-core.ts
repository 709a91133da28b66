import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import { createPublicClient, http, type PublicClient } from 'viem'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { readApiFile } from '../../src/core/api-file.ts'
import { readOwner } from '../../src/core/practice/owner-file.ts'
import { appState } from '../../src/shared/app-api.ts'
import { type Caller, callerOf, root } from '../core/trial-core.ts'

export interface KilledCore {
  call: Caller
  /** Kills the core at once; with `networks` its anvil dies with it. */
  kill(networks?: boolean): Promise<void>
}

/** Starts a core in a process of its own. */
export async function startCore(dataDir: string, blocks = 200): Promise<KilledCore> {
  const script = join(root, 'test/faults/crash-core.ts')
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, String(blocks)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('no output to read')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the core ended with ${code} before it was open`)))
  })
  const token = readApiFile(dataDir)?.token ?? ''
  return {
    call: callerOf(url, { authorization: `Bearer ${token}` }),
    async kill(networks = false) {
      const owner = networks ? await readOwner(join(dataDir, 'practice/polygon')) : undefined
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      if (owner) process.kill(owner.anvil.pid, 'SIGKILL')
      await gone
    },
  }
}

/** How many transactions the journal of a core (running or killed) holds that are signed or sent and not settled. */
export function unsettled(dataDir: string): number {
  const database = new SqliteDatabase(join(dataDir, 'mintdesk.db'), { readonly: true })
  try {
    const row = database
      .prepare<[], { count: number }>(
        "select count(*) as count from transactions where state in ('signed', 'sent') and purpose = 'mint'",
      )
      .get()
    return row?.count ?? 0
  } finally {
    database.close()
  }
}

/** Plain calls to the practice network of polygon, past everything of ours. */
export async function polygonClient(core: KilledCore): Promise<PublicClient> {
  const { networks } = appState.parse((await core.call('GET', '/app/state')).json)
  const url = networks.find(({ chain }) => chain === 'polygon')?.rpcUrl
  if (!url) throw new Error('polygon is not up')
  return createPublicClient({ transport: http(url, { batch: true }) })
}

/** The owners of all tokens of a contract, lower case, in order of token id; read by plain calls. */
export async function ownersOnChain(client: PublicClient, contract: string): Promise<string[]> {
  const address = contract as `0x${string}`
  const minted = await client.readContract({ address, abi: collection721.abi, functionName: 'minted' })
  const owners: string[] = []
  for (let from = 1; from <= Number(minted); from += 200)
    owners.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(200, Number(minted) - from + 1) }, async (_, index) =>
          (
            await client.readContract({
              address,
              abi: collection721.abi,
              functionName: 'ownerOf',
              args: [BigInt(from + index)],
            })
          ).toLowerCase(),
        ),
      )),
    )
  return owners
}
