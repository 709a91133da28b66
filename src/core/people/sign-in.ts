/** Signing in with password and code, and the first time by a link. */
import type { LinkOffer } from '../../shared/app-api.ts'
import { takeTurns } from '../lib/turns.ts'
import { acceptLink, findLinked, findPerson, takeCode } from '../store/installation/people.ts'
import type { Store } from '../store/sqlite/open.ts'
import { stepOfCode, totpUri } from './codes.ts'
import { isPassword, type PasswordCost, sealPassword } from './password.ts'
import { linkHash } from './people.ts'
import type { Tries } from './tries.ts'

/** Ours: each takes a part of a second of one processor and 64 MiB; more would only wait. */
const mostWaiting = 8

/** Who signed in, and what was kept of the password then: a new link takes it away, with all that let the person in. */
export interface LetIn {
  personId: string
  password: string
}

/** What came of a try: who signed in, or why nobody did. */
export type SignedInAs =
  | LetIn
  | { refused: 'wrong' }
  | { refused: 'passkey' }
  | { refused: 'link' }
  /** `seconds`: when the next may be made. */
  | { refused: 'tries'; seconds: number }
  | { refused: 'busy'; seconds: number }

export interface SignIn {
  /** @param from the address that it comes from */
  withPassword(of: { name: string; password: string; code: string }, from: string): Promise<SignedInAs>
  /** Whom a link is for, and what goes into the authenticator app; undefined where it lets nobody in any more. */
  offer(secret: string): Promise<LinkOffer | undefined>
  /** Sets the password of whom a link is for, and uses it up. */
  accept(of: { link: string; password: string; code: string }, from: string): Promise<SignedInAs>
}

export interface SignInDeps {
  db: Store
  /** Milliseconds since 1970. */
  clock: () => number
  tries: Tries
  /** What an authenticator app is told that a code is for. */
  host: string
  cost: PasswordCost
}

export function openSignIn({ db, clock, tries, host, cost }: SignInDeps): SignIn {
  // One after the other: however many try, the mints have the other processors.
  const turns = takeTurns()
  let waiting = 0

  async function inTurn(work: () => Promise<SignedInAs>): Promise<SignedInAs> {
    if (waiting >= mostWaiting) return { refused: 'busy', seconds: 5 }
    waiting++
    try {
      return await turns(work)
    } finally {
      waiting--
    }
  }

  return {
    async withPassword({ name, password, code }, from) {
      const isPerson = (await findPerson(db, { name })) !== undefined
      const seconds = tries.begin(name, from, isPerson)
      if (seconds > 0) return { refused: 'tries', seconds }
      return await inTurn(async () => {
        const found = await findPerson(db, { name })
        const kept = found?.password ?? null
        const fits = await isPassword(kept, password, cost)
        const step = found?.totp == null ? undefined : await stepOfCode(found.totp, code, clock())
        if (!found || kept === null || !fits || step === undefined) return { refused: 'wrong' }
        // A guess takes its time, in which an admin may have made a new link in place of both.
        if (!(await takeCode(db, { id: found.id, password: kept }, step, clock()))) return { refused: 'wrong' }
        tries.succeeded(name, from)
        return { personId: found.id, password: kept }
      })
    },
    async offer(secret) {
      const found = await findLinked(db, linkHash(secret), clock())
      if (found?.linkTotp == null) return undefined
      const { name, role, linkTotp } = found
      return { name, role, totpUri: await totpUri(linkTotp, name, host), totpSecret: linkTotp }
    },
    async accept({ link, password, code }, from) {
      const hash = linkHash(link)
      const found = await findLinked(db, hash, clock())
      if (found?.linkTotp == null) return { refused: 'link' }
      const seconds = tries.begin(found.name, from, true)
      if (seconds > 0) return { refused: 'tries', seconds }
      const step = await stepOfCode(found.linkTotp, code, clock())
      if (step === undefined) return { refused: 'wrong' }
      return await inTurn(async () => {
        const sealed = await sealPassword(password, cost)
        const personId = await acceptLink(db, hash, { password: sealed, step, now: clock() })
        if (personId === undefined) return { refused: 'link' }
        tries.succeeded(found.name, from)
        return { personId, password: sealed }
      })
    },
  }
}
