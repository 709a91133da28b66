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
  /** Null where the service does not report it. */
  match: Match | null
  url: string | null
  /** The results at other explorers, as far as they are known. */
  explorers: Forwarded[]
  /** What failed on the way and needs no action; null: nothing. */
  remark: string | null
}

export interface VerifyDeps {
  sourcify: Sourcify
  /** Null: there is no key for Etherscan. */
  etherscan: Etherscan | null
  /** Resolves when a job should be checked again. */
  pause(): Promise<void>
}

/** Ours: checks of a job; with two seconds between them that is five minutes, and compilers need ten seconds. */
const mostLooks = 150

/**
 * Verifies a contract's source: first by the same code on another chain, which needs no source, then with the source. Sourcify
 * forwards it to the explorers that it knows; Etherscan is asked directly where that failed and there is a key. A verified contract
 * stays as it is. Repeating it does no harm.
 * @throws ExplorerError when no service has verified it in the end
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
 * Sends the source to Etherscan where Sourcify could not forward it and there is a key.
 * @param explorers Sourcify's results for the explorers that it forwards to
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
  // Sourcify does not improve on what it knew before: an older match stands.
  const known = await sourcify.match(chainId, address)
  if (known !== null) return done(known)
  throw compiled.differs
    ? new ExplorerError('refused', `Sourcify does not come to the code that lies at ${address}: ${compiled.why}.`)
    : new ExplorerError(
        'answer',
        `Sourcify could not compare the source with the code that lies at ${address} (${compiled.why}): try again later.`,
      )
}

/** A failed search for the same code must not prevent sending the source: Sourcify allows another search only minutes after an unsuccessful one. */
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

/** How a job ended; for another client's request, whether the contract is known by then. */
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
  throw new ExplorerError('limited', 'Sourcify has not ended after five minutes: have it verified again later.')
}

async function byEtherscan({ pause }: VerifyDeps, etherscan: Etherscan, source: SourceToVerify): Promise<void> {
  const submission = submissionSchema.parse(JSON.parse(await source.submission()))
  const guid = await etherscan.submit(source.chainId, source.address, submission)
  if (guid === null) return
  for (let look = 0; look < mostLooks; look++) {
    if (await etherscan.checked(source.chainId, guid)) return
    await pause()
  }
  throw new ExplorerError('limited', 'Etherscan has not ended after five minutes: have it verified again later.')
}
