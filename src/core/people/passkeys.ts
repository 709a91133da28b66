/** Passkeys (WebAuthn): a signed-in person makes one, and can then sign in with it alone. The library is loaded at the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { LRUCache } from 'lru-cache'
import type { Passkey, PasskeyAnswer, PasskeyMade } from '../../shared/app-api.ts'
import { CoreError } from '../lib/errors.ts'
import {
  addPasskey,
  findPasskeys,
  notePasskeyUse,
  removePasskey,
  type StoredPasskey,
} from '../store/installation/passkeys.ts'
import { findPerson } from '../store/installation/people.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { SignedInAs } from './sign-in.ts'

/** Ours, ms: enough for a person who has to look for their phone. */
const patience = 5 * 60_000
/** Ours: challenges in memory; anybody may ask for one. */
const most = 10_000

export interface Passkeys {
  list(personId: string): Promise<Passkey[]>
  /** The options with which the browser makes a passkey. */
  offer(person: { id: string; name: string }): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @throws CoreError `passkey.refused` */
  add(personId: string, made: PasskeyMade): Promise<Passkey[]>
  remove(personId: string, id: string): Promise<Passkey[]>
  /** The options with which the browser signs in. */
  challenge(): Promise<PublicKeyCredentialRequestOptionsJSON>
  signIn(answer: PasskeyAnswer): Promise<SignedInAs>
}

/** A challenge for a browser to sign. */
interface Challenge {
  /** The person for whom a passkey is made, and their stored password at that time; null: for signing in. */
  of: { personId: string; password: string | null } | null
  until: number
}

export interface PasskeyDeps {
  db: Store
  /** Milliseconds since 1970. */
  clock: () => number
  /** The public address: passkeys are valid only for its host. */
  server: { origin: string; hostname: string }
}

export function openPasskeys({ db, clock, server: { origin, hostname } }: PasskeyDeps): Passkeys {
  const challenges = new LRUCache<string, Challenge>({ max: most })
  const library = () => import('@simplewebauthn/server')

  function remember(challenge: string, of: Challenge['of']): void {
    challenges.set(challenge, { of, until: clock() + patience })
  }
  /** Takes a challenge that is still valid, once. */
  function take(challenge: string): Challenge | undefined {
    const known = challenges.get(challenge)
    challenges.delete(challenge)
    return known !== undefined && known.until > clock() ? known : undefined
  }
  const list = async (personId: string): Promise<Passkey[]> => (await findPasskeys(db, { personId })).map(shown)
  const refused = (): CoreError =>
    new CoreError(
      'passkey.refused',
      'This passkey was not taken: begin anew, and let the browser make it within five minutes.',
    )

  return {
    list,
    async offer({ id, name }) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: 'Mintdesk',
        rpID: hostname,
        userName: name,
        userID: new Uint8Array(Buffer.from(id)),
        excludeCredentials: (await findPasskeys(db, { personId: id })).map((one) => ({ id: one.id })),
        // It replaces name, password and code, so it must store whose it is (residentKey) and verify who is there.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      remember(options.challenge, { personId: id, password: (await findPerson(db, { id }))?.password ?? null })
      return options
    },
    async add(personId, { name, response }) {
      const { verifyRegistrationResponse } = await library()
      let password: string | null = null
      const done = await verifyRegistrationResponse({
        response,
        expectedChallenge(challenge) {
          const of = take(challenge)?.of
          password = of?.personId === personId ? of.password : null
          return password !== null
        },
        expectedOrigin: origin,
        expectedRPID: hostname,
      }).catch(() => undefined)
      if (!done?.verified) throw refused()
      const { id, publicKey, counter, transports = [] } = done.registrationInfo.credential
      if ((await findPasskeys(db, { id })).length > 0) throw refused()
      const key = { publicKey: Buffer.from(publicKey), transports: [...transports] }
      // While the passkey was made or verified, a new link may have replaced the person's password, codes, passkeys and sessions.
      const isAdded =
        password !== null &&
        (await addPasskey(db, { id, personId, name, counter, ...key, createdAt: clock() }, password))
      if (!isAdded) throw refused()
      return await list(personId)
    },
    async remove(personId, id) {
      await removePasskey(db, personId, id)
      return await list(personId)
    },
    async challenge() {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' })
      remember(options.challenge, null)
      return options
    },
    async signIn(response) {
      const [known] = await findPasskeys(db, { id: response.id })
      if (known === undefined) return { refused: 'passkey' }
      const { verifyAuthenticationResponse } = await library()
      const done = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => take(challenge)?.of === null,
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
      }).catch(() => undefined)
      if (!done?.verified) return { refused: 'passkey' }
      const { newCounter } = done.authenticationInfo
      const password = await notePasskeyUse(db, known.id, newCounter, clock())
      return password === null ? { refused: 'passkey' } : { personId: known.personId, password }
    },
  }
}

function shown({ id, name, createdAt }: StoredPasskey): Passkey {
  return { id, name, createdAt: new Date(createdAt).toISOString() }
}
