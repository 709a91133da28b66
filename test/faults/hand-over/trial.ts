import { setTimeout as delay } from 'node:timers/promises'
import { getAddress, parseAbiItem } from 'viem'
import { appState, type HandOver, handOver } from '../../../src/shared/app-api.ts'
import { recipientOf, until } from '../../minting/open-engine.ts'
import { type KilledCore, type KilledCoreOptions, ownersOnChain, polygonClient, startCore } from '../killed-core.ts'

export interface HandOverTrial {
  nfts: number
  people: number
  /** How often the core is killed, at random moments from when the file is sent until all is moved. */
  kills: number
  core: KilledCoreOptions
  /** From 0 to 1. */
  random: () => number
}

export interface TrialFigures {
  nfts: number
  kills: number
  /** Seconds. */
  minted: number
  checked: number
  moved: number
  /** NFTs that moved more than once, that are not where they are to be, and of which the journal says otherwise than the chain. */
  doubles: number
  lost: number
}

const collection = '/api/2022-06-09/collections/default-polygon'
/** What an answer holds: a block has some fifty transfers, or thousands of mints. */
const blocksAtOnce = 20n
/** Most of a batch, as the API takes it. */
const batch = 10_000

/** Mints NFTs to people, hands them over while the core is killed again and again, and reads from the chain where each went. */
export async function handOverTrial(
  dir: string,
  { nfts, people, kills, core: options, random }: HandOverTrial,
  say: (line: string) => void,
): Promise<TrialFigures> {
  let core: KilledCore = await startCore(dir, options)
  const json = async (path: string) => (await core.call('GET', path)).json
  try {
    const state = appState.parse(await json('/app/state'))
    await core.call('PATCH', `/app/projects/${state.projects[0]?.id}`, { enterprise: true })
    const began = performance.now()
    for (let from = 0; from < nfts; from += batch) {
      const some = Array.from({ length: Math.min(batch, nfts - from) }, (_, n) => ({
        id: `n${from + n}`,
        recipient: `userId:p${(from + n) % people}:polygon`,
        metadata: { name: 'Badge', image: 'ipfs://bafkqaaa' },
      }))
      const { status } = await core.call('POST', `${collection}/nfts`, { nfts: some })
      if (status !== 200) throw new Error(`a batch was answered with ${status}`)
    }
    const last = `${collection}/nfts/n${nfts - 1}`
    await until(
      'all is minted',
      async () => ((await json(last)).onChain as { status: string }).status === 'success',
      600_000,
    )
    const minted = performance.now()
    say('minted')
    const contract = String(((await json(collection)).onChain as { contractAddress: string }).contractAddress)
    const target = (person: number): string => getAddress(recipientOf(500_000 + person))
    const csv = Array.from({ length: people }, (_, n) => `p${n},${target(n)}`)
    const sent = await core.call(
      'POST',
      '/app/hand-overs?name=people.csv',
      Buffer.from(['userId,address', ...csv].join('\n')),
    )
    const { id } = handOver.parse(sent.json)
    const now = async (): Promise<HandOver> => handOver.parse(await json(`/app/hand-overs/${id}`))

    let killed = 0
    const killNow = async (): Promise<void> => {
      killed++
      await core.kill(random() < 0.3)
      core = await startCore(dir, options)
    }
    /** Some kills while people are looked up, most of them while their NFTs are moved. */
    const checks = Math.ceil(kills / 4)
    while (killed < checks && (await now()).state === 'checking') {
      await delay(random() * 300)
      await killNow()
    }
    const seen = await until(
      'it is checked',
      async () => ((await now()).state === 'checked' ? await now() : null),
      600_000,
    )
    const checked = performance.now()
    say(`checked: ${JSON.stringify(seen.rows)}`)
    await core.call('POST', `/app/hand-overs/${id}/start`, { nfts })
    const started = performance.now()
    for (;;) {
      const { state, nfts: counts } = await now()
      if (state === 'finished') break
      if (performance.now() - started > 1_800_000) throw new Error(`it does not end: ${JSON.stringify(counts)}`)
      // As far on as the share of the kills that have been.
      const due = killed < kills && counts.succeeded >= ((killed - checks) / Math.max(1, kills - checks)) * nfts * 0.9
      if (due) {
        say(`killed at ${counts.succeeded} of ${nfts}`)
        await delay(random() * 200)
        await killNow()
      } else await delay(nfts > 1_000 ? 500 : 30)
    }
    const moved = performance.now()
    const end = await now()
    say(JSON.stringify({ ...end.nfts, fee: end.chains[0]?.fee }))

    const client = await polygonClient(core)
    const owners = await ownersOnChain(client, contract)
    const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
    const times = new Map<bigint | undefined, number>()
    const head = await client.getBlockNumber()
    for (let fromBlock = 0n; fromBlock <= head; fromBlock += blocksAtOnce) {
      const toBlock = fromBlock + blocksAtOnce - 1n
      const logs = await client.getLogs({ address: contract as `0x${string}`, event, fromBlock, toBlock })
      for (const { args } of logs)
        if (args.from !== `0x${'0'.repeat(40)}`) times.set(args.id, (times.get(args.id) ?? 0) + 1)
    }
    const wanted = new Map<string, number>()
    for (let n = 0; n < nfts; n++) {
      const to = target(n % people).toLowerCase()
      wanted.set(to, (wanted.get(to) ?? 0) + 1)
    }
    for (const owner of owners) wanted.set(owner, (wanted.get(owner) ?? 0) - 1)
    const lost = [...wanted.values()].reduce((sum, missing) => sum + Math.max(0, missing), 0)
    return {
      nfts,
      kills: killed,
      minted: seconds(minted - began),
      checked: seconds(checked - minted),
      moved: seconds(moved - started),
      doubles: [...times.values()].filter((count) => count > 1).length,
      lost: lost + (nfts - end.nfts.succeeded),
    }
  } finally {
    await core.kill(true).catch(() => undefined)
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
