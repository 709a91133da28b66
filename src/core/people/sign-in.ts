/** Signing in with password and code, or the first time with a link. */
import type { LinkOffer } from '../../shared/app-api.ts'
import { takeTurns } from '../lib/turns.ts'
import { acceptLink, findLinked, findPerson, takeCode } from '../store/installation/people.ts'
import type { Store } from '../store/sqlite/open.ts'
import { stepOfCode, totpUri } from './codes.ts'
import { isPassword, type PasswordCost, sealPassword } from './password.ts'
import { linkHash } from './people.ts'
import type { Tries } from './tries.ts'

/** Ours: each check takes part of a second of one processor and 64 MiB; more would only wait. */
const mostWaiting = 8

/** The person who signed in, and their stored password at that time: a new link replaces it, and everything else that lets the person in. */
export interface LetIn {
  personId: string
  password: string
}

/** The result of a try: the person who signed in, or why it was refused. */
export type SignedInAs =
  | LetIn
  | { refused: 'wrong' }
  | { refused: 'passkey' }
  | { refused: 'link' }
  /** `seconds`: the wait until the next try. */
  | { refused: 'tries'; seconds: number }
  | { refused: 'busy'; seconds: number }

export interface SignIn {
  /** @param from the address of the request */
  withPassword(of: { name: string; password: string; code: string }, from: string): Promise<SignedInAs>
  /** The person of a link, and the secret for the authenticator app; undefined where the link is no longer valid. */
  offer(secret: string): Promise<LinkOffer | undefined>
  /** Sets the password of a link's person, and uses the link up. */
  accept(of: { link: string; password: string; code: string }, from: string): Promise<SignedInAs>
}

export interface SignInDeps {
  db: Store
  /** Milliseconds since 1970. */
  clock: () => number
  tries: Tries
  /** The host that the authenticator app shows for the code. */
  host: string
  cost: PasswordCost
}

export function openSignIn({ db, clock, tries, host, cost }: SignInDeps): SignIn {
  // One check after the other: however many people try, mints have the other processors.
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
        // The check of a password takes time, in which an admin may have replaced password and code by a new link.
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
