/** Passkeys (WebAuthn): made by somebody who is signed in, and then enough to sign in. The library is loaded at the first use. */
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
import type { Store } from '../store/sqlite/open.ts'
import type { SignedInAs } from './sign-in.ts'

/** Ours, ms: for whoever has to look for the phone. */
const patience = 5 * 60_000
/** Ours: challenges that are remembered; anybody may ask for one. */
const most = 10_000

export interface Passkeys {
  list(personId: string): Promise<Passkey[]>
  /** What the browser makes a passkey with. */
  offer(person: { id: string; name: string }): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @throws CoreError `passkey.refused` */
  add(personId: string, made: PasskeyMade): Promise<Passkey[]>
  remove(personId: string, id: string): Promise<Passkey[]>
  /** What the browser signs in with. */
  challenge(): Promise<PublicKeyCredentialRequestOptionsJSON>
  signIn(answer: PasskeyAnswer): Promise<SignedInAs>
}

export interface PasskeyDeps {
  db: Store
  /** Milliseconds since 1970. */
  clock: () => number
  /** The public address: passkeys are good at its host alone. */
  server: { origin: string; hostname: string }
}

export function openPasskeys({ db, clock, server: { origin, hostname } }: PasskeyDeps): Passkeys {
  /** Whose each challenge is (null: whoever signs in), and until when; each is good once. */
  const challenges = new LRUCache<string, { personId: string | null; until: number }>({ max: most })
  const library = () => import('@simplewebauthn/server')

  function remember(challenge: string, personId: string | null): void {
    challenges.set(challenge, { personId, until: clock() + patience })
  }
  const taking =
    (personId: string | null) =>
    (challenge: string): boolean => {
      const known = challenges.get(challenge)
      challenges.delete(challenge)
      return known !== undefined && known.personId === personId && known.until > clock()
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
        // It takes the place of name, password and code: it knows whose it is, and asks who is there.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      remember(options.challenge, id)
      return options
    },
    async add(personId, { name, response }) {
      const { verifyRegistrationResponse } = await library()
      const done = await verifyRegistrationResponse({
        response,
        expectedChallenge: taking(personId),
        expectedOrigin: origin,
        expectedRPID: hostname,
      }).catch(() => undefined)
      if (!done?.verified) throw refused()
      const { id, publicKey, counter, transports = [] } = done.registrationInfo.credential
      if ((await findPasskeys(db, { id })).length > 0) throw refused()
      const key = { publicKey: Buffer.from(publicKey), transports: [...transports] }
      await addPasskey(db, { id, personId, name, counter, ...key, createdAt: clock() })
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
        expectedChallenge: taking(null),
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
      }).catch(() => undefined)
      if (!done?.verified) return { refused: 'passkey' }
      const { newCounter } = done.authenticationInfo
      if (!(await notePasskeyUse(db, known.id, newCounter, clock()))) return { refused: 'passkey' }
      return { personId: known.personId }
    },
  }
}

function shown({ id, name, createdAt }: StoredPasskey): Passkey {
  return { id, name, createdAt: new Date(createdAt).toISOString() }
}
