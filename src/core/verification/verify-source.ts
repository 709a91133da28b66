import { lacksEtherscan } from '../../shared/app-api/shared-contracts.ts'
import { type Etherscan, submissionSchema } from './etherscan.ts'
import { ExplorerError } from './explorer-error.ts'
import type { Begun, Forwarded, Job, Match, Sourcify } from './sourcify.ts'

export interface SourceToVerify {
  chainId: number
  address: string
  /** A submission, as JSON. */
  submission(): Promise<string>
}

export interface Verified {
  via: 'sourcify' | 'etherscan'
  /** Null where the service does not say it. */
  match: Match | null
  url: string | null
  /** What other explorers did with it, as far as that is known. */
  explorers: Forwarded[]
  /** What did not work on the way, and needs nobody's doing; null: nothing. */
  remark: string | null
}

export interface VerifyDeps {
  sourcify: Sourcify
  /** Null: there is no key for it. */
  etherscan: Etherscan | null
  /** Resolves when a job is worth another look. */
  pause(): Promise<void>
}

/** Ours: looks at a job; with two seconds between them five minutes, and compilers need ten seconds. */
const mostLooks = 150

/**
 * Has a contract's source verified: first by its likeness to the same code on another chain, which needs no source, then with the source. Sourcify
 * hands it on to the explorers that it knows; Etherscan is asked directly where that failed and there is a key. What is verified already
 * stays as it is. Doing it again does no harm.
 * @throws ExplorerError when nobody has verified it in the end
 */
export async function verifySource(deps: VerifyDeps, source: SourceToVerify): Promise<Verified> {
  const { sourcify, etherscan } = deps
  try {
    const found = await bySourcify(deps, source)
    return { ...found, ...(await handedToEtherscan(deps, source, found.explorers)) }
  } catch (error) {
    if (!etherscan || !(error instanceof ExplorerError)) throw error
    try {
      await byEtherscan(deps, etherscan, source)
    } catch (other) {
      if (!(other instanceof ExplorerError)) throw other
      throw new ExplorerError(error.fault, `${error.message} ${other.message}`)
    }
    const url =
      (await sourcify.match(source.chainId, source.address).catch(() => null)) &&
      sourcify.page(source.chainId, source.address)
    return { via: 'etherscan', match: null, url, explorers: [], remark: error.message }
  }
}

/**
 * Has Etherscan itself take what Sourcify could not hand on to it, where there is a key.
 * @param explorers what Sourcify said of those that it hands on to
 */
export async function handedToEtherscan(
  deps: VerifyDeps,
  source: SourceToVerify,
  explorers: Forwarded[],
): Promise<Pick<Verified, 'explorers' | 'remark'>> {
  const { etherscan } = deps
  if (!etherscan || !lacksEtherscan({ explorers })) return { explorers, remark: null }
  try {
    await byEtherscan(deps, etherscan, source)
  } catch (error) {
    if (error instanceof ExplorerError) return { explorers, remark: error.message }
    throw error
  }
  return {
    explorers: explorers.map((one) => (one.explorer === 'etherscan' ? { ...one, error: null } : one)),
    remark: null,
  }
}

async function bySourcify(deps: VerifyDeps, source: SourceToVerify): Promise<Verified> {
  const { sourcify } = deps
  const { chainId, address } = source
  const done = (match: Match, explorers: Forwarded[] = []): Verified => ({
    via: 'sourcify',
    match,
    url: sourcify.page(chainId, address),
    explorers,
    remark: null,
  })
  if ((await sourcify.match(chainId, address)) === 'exact') return done('exact')
  const similar = await bySimilar(deps, source)
  if (similar.state === 'done' && similar.match === 'exact') return done('exact', similar.forwarded)
  const compiled = await ended(deps, source, await sourcify.begin(chainId, address, await source.submission()))
  if (compiled.state === 'done') return done(compiled.match, compiled.forwarded)
  // What was known before is not improved upon: an older match stands.
  const known = await sourcify.match(chainId, address)
  if (known !== null) return done(known)
  throw compiled.differs
    ? new ExplorerError('refused', `Sourcify does not come to the code that lies at ${address}: ${compiled.why}.`)
    : new ExplorerError(
        'answer',
        `Sourcify could not compare the source with the code that lies at ${address} (${compiled.why}): try again later.`,
      )
}

/** What keeps Sourcify from looking for the same code keeps nobody from sending the source: it looks again only minutes after it found none. */
async function bySimilar(deps: VerifyDeps, source: SourceToVerify): Promise<Ended> {
  try {
    return await ended(deps, source, await deps.sourcify.beginSimilar(source.chainId, source.address))
  } catch (error) {
    if (!(error instanceof ExplorerError) || error.fault === 'unsupported') throw error
    return { state: 'none', differs: false, why: error.message }
  }
}

const shownNot = 'it says that it has it, and does not show it'

type Ended = Exclude<Job, { state: 'running' }>

/** How a job ended; of what somebody else has asked for, whether the contract is known by then. */
async function ended(deps: VerifyDeps, { chainId, address }: SourceToVerify, begun: Begun): Promise<Ended> {
  const { sourcify, pause } = deps
  for (let look = 0; look < mostLooks; look++) {
    if (begun.state === 'job') {
      const job = await sourcify.job(begun.id)
      if (job.state !== 'running') return job
    } else {
      const match = await sourcify.match(chainId, address)
      if (match !== null) return { state: 'done', match, forwarded: [] }
      if (begun.state === 'verified') return { state: 'none', differs: false, why: shownNot }
    }
    await pause()
  }
  throw new ExplorerError('limited', 'Sourcify has not ended after five minutes: look again later.')
}

async function byEtherscan({ pause }: VerifyDeps, etherscan: Etherscan, source: SourceToVerify): Promise<void> {
  const submission = submissionSchema.parse(JSON.parse(await source.submission()))
  const guid = await etherscan.submit(source.chainId, source.address, submission)
  if (guid === null) return
  for (let look = 0; look < mostLooks; look++) {
    if (await etherscan.checked(source.chainId, guid)) return
    await pause()
  }
  throw new ExplorerError('limited', 'Etherscan has not ended after five minutes: look again later.')
}
