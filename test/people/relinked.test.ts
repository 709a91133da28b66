/** A new link ends what let somebody in before, also a try that is just being verified. */
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { AppContext } from '../../src/core/api/app/context.ts'
import { peopleRoutes } from '../../src/core/api/app/people/people-routes.ts'
import { openSessions, type Sessions } from '../../src/core/api/app/sessions/sessions.ts'
import { vaultRoutes } from '../../src/core/api/app/vault-routes.ts'
import { serverParts } from '../../src/core/api/http/server-parts.ts'
import { openPasskeys } from '../../src/core/people/passkeys.ts'
import { openPeople } from '../../src/core/people/people.ts'
import { openSignIn } from '../../src/core/people/sign-in.ts'
import { countTries } from '../../src/core/people/tries.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { authenticator } from './authenticator.ts'
import { codeOf, password } from './codes.ts'
import { cheap } from './server-core.ts'

it('lets nobody in by a password whose place a new link took while it was verified', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    const people = openPeople(db, Date.now)
    let meanwhile: (() => Promise<unknown>) | undefined
    let under: Promise<unknown> | undefined
    /** It is asked for the time when the password was found right. */
    const clock = (): number => {
      under ??= meanwhile?.()
      return Date.now()
    }
    const signIn = openSignIn({ db, clock, tries: countTries(Date.now), host: 'mint.example', cost: cheap })
    const { secret } = await people.add('anna', 'admin')
    const totp = (await signIn.offer(secret))?.totpSecret ?? ''
    const accepted = await signIn.accept({ link: secret, password, code: codeOf(totp) }, 'one')
    expect(accepted).toHaveProperty('personId')

    const next = () => signIn.withPassword({ name: 'anna', password, code: codeOf(totp, 30_000) }, 'one')
    meanwhile = () => people.relink('anna')
    expect(await next()).toEqual({ refused: 'wrong' })
    await expect(under).resolves.toHaveProperty('secret')
    await store.close()
  }))

/** Anna, who set her password by her link; and passkeys at the server's address. */
async function withAnna(
  use: (of: {
    db: Store
    people: ReturnType<typeof openPeople>
    signIn: ReturnType<typeof openSignIn>
    passkeys: ReturnType<typeof openPasskeys>
    sessions: Sessions
    personId: string
    device: ReturnType<typeof authenticator>
    /** Something that happens while the next passkey is verified: once it was found right, the time is asked for. */
    meanwhile(work: () => Promise<unknown>): { done(): Promise<unknown> }
  }) => Promise<void>,
): Promise<void> {
  const server = { origin: 'https://mint.example', hostname: 'mint.example' }
  await withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    let next: (() => void) | undefined
    const clock = (): number => {
      next?.()
      next = undefined
      return Date.now()
    }
    const people = openPeople(db, Date.now)
    const signIn = openSignIn({ db, clock: Date.now, tries: countTries(Date.now), host: 'mint.example', cost: cheap })
    const sessions = await openSessions(db, folder, Date.now, () => 'http://127.0.0.1:3000')
    const accept = async (secret: string): Promise<string> => {
      const code = codeOf((await signIn.offer(secret))?.totpSecret ?? '')
      const came = await signIn.accept({ link: secret, password, code }, 'one')
      return 'personId' in came ? came.personId : ''
    }
    await use({
      ...{ db, people, signIn, passkeys: openPasskeys({ db, clock, server }), sessions, device: authenticator(server) },
      personId: await accept((await people.add('anna', 'admin')).secret),
      meanwhile(work) {
        let under: Promise<unknown> | undefined
        next = () => {
          under = work()
        }
        return { done: async () => await under }
      },
    })
    await sessions.close()
    await store.close()
  })
}
const anna = (personId: string) => ({ id: personId, name: 'anna' })

it('lets nobody in by a passkey of before, and takes the new holder of the link in with one of their own', () =>
  withAnna(async ({ people, signIn, passkeys, personId, device }) => {
    await passkeys.add(personId, device.make('old phone', await passkeys.offer(anna(personId))))
    expect(await passkeys.signIn(device.answer(await passkeys.challenge()))).toMatchObject({ personId })
    const { secret } = await people.relink('anna')
    expect(await passkeys.signIn(device.answer(await passkeys.challenge()))).toEqual({ refused: 'passkey' })
    expect(await passkeys.list(personId)).toEqual([])
    const code = codeOf((await signIn.offer(secret))?.totpSecret ?? '')
    expect(await signIn.accept({ link: secret, password, code }, 'one')).toMatchObject({ personId })
    expect(await passkeys.signIn(device.answer(await passkeys.challenge()))).toEqual({ refused: 'passkey' })
    const own = authenticator({ origin: 'https://mint.example', hostname: 'mint.example' })
    expect(await passkeys.add(personId, own.make('new phone', await passkeys.offer(anna(personId))))).toHaveLength(1)
    expect(await passkeys.signIn(own.answer(await passkeys.challenge()))).toMatchObject({ personId })
  }))

it('lets nobody in by a passkey that a new link took away while it was verified', () =>
  withAnna(async ({ people, passkeys, personId, device, meanwhile }) => {
    await passkeys.add(personId, device.make('phone', await passkeys.offer(anna(personId))))
    const answer = device.answer(await passkeys.challenge())
    const relinked = meanwhile(() => people.relink('anna'))
    expect(await passkeys.signIn(answer)).toEqual({ refused: 'passkey' })
    expect(await relinked.done()).toHaveProperty('secret')
  }))

it('takes no passkey that was offered before a new link, nor one that was verified meanwhile', () =>
  withAnna(async ({ people, signIn, passkeys, personId, device, meanwhile }) => {
    const verified = device.make('phone', await passkeys.offer(anna(personId)))
    const relinked = meanwhile(() => people.relink('anna'))
    await expect(passkeys.add(personId, verified)).rejects.toMatchObject({ code: 'passkey.refused' })
    expect(await relinked.done()).toHaveProperty('secret')
    const { secret } = await people.relink('anna')
    const code = codeOf((await signIn.offer(secret))?.totpSecret ?? '')
    await signIn.accept({ link: secret, password, code }, 'one')
    const offered = await passkeys.offer(anna(personId))
    // Who was lost to somebody else gets another link, and uses it at once.
    const again = (await people.relink('anna')).secret
    const later = codeOf((await signIn.offer(again))?.totpSecret ?? '')
    await signIn.accept({ link: again, password, code: later }, 'one')
    await expect(passkeys.add(personId, device.make('phone', offered))).rejects.toMatchObject({
      code: 'passkey.refused',
    })
    expect(await passkeys.list(personId)).toEqual([])
    expect(await passkeys.signIn(device.answer(await passkeys.challenge()))).toEqual({ refused: 'passkey' })
  }))

it('opens no session for who was let in before a new link, by a password, a link, a passkey or a ticket', () =>
  withAnna(async ({ people, signIn, passkeys, sessions, personId, device }) => {
    await passkeys.add(personId, device.make('phone', await passkeys.offer(anna(personId))))
    const byPasskey = async () => passkeys.signIn(device.answer(await passkeys.challenge()))
    const first = await byPasskey()
    if ('refused' in first) throw new Error(first.refused)
    expect(await sessions.openFor(first)).toMatchObject({ person: { name: 'anna', role: 'admin' } })
    const later = await byPasskey()
    if ('refused' in later) throw new Error(later.refused)
    const ticket = sessions.tickets.make(personId)
    const { secret } = await people.relink('anna')
    await sessions.end({ personId })
    expect(await sessions.openFor(later)).toBeUndefined()
    expect(await sessions.exchange(ticket)).toBeUndefined()
    const code = codeOf((await signIn.offer(secret))?.totpSecret ?? '')
    const byLink = await signIn.accept({ link: secret, password, code }, 'one')
    if ('refused' in byLink) throw new Error(byLink.refused)
    // Who has the new link is let in, and nobody who was before.
    expect(await sessions.openFor(later)).toBeUndefined()
    expect(await sessions.openFor(byLink)).toMatchObject({ person: { name: 'anna' } })
    await people.relink('anna')
    expect(await sessions.openFor(byLink)).toBeUndefined()
  }))

it('gives who changes the passphrase of the vault no ticket where a new link ended the session meanwhile', () =>
  withAnna(async ({ db, people, passkeys, sessions, personId, device }) => {
    await passkeys.add(personId, device.make('phone', await passkeys.offer(anna(personId))))
    const came = await passkeys.signIn(device.answer(await passkeys.challenge()))
    if ('refused' in came) throw new Error(came.refused)
    let meanwhile: () => Promise<unknown> = async () => undefined
    const shown = { state: 'open', message: null, backedUp: true, createdAt: null, asks: null }
    const vault = {
      state: async () => ({ ...shown, keychain: { unavailable: null, on: false } }),
      changePassphrase: () => meanwhile(),
    }
    const app = Fastify(serverParts)
    let caller = {}
    app.decorateRequest('isOwner', () => false)
    app.addHook('onRequest', async (request) => Object.assign(request, { caller }))
    await app.register(vaultRoutes({ db, vault, sessions } as unknown as AppContext))
    const change = async () => {
      const payload = { passphrase: 'one passphrase', next: 'another passphrase' }
      const answer = await app.inject({ method: 'POST', url: '/vault/passphrase', payload })
      return answer.json<{ ticket: string | null }>().ticket
    }

    const opened = await sessions.openFor(came)
    caller = { session: opened?.id, person: opened?.person }
    const back = await sessions.exchange((await change()) ?? '')
    expect(back).toMatchObject({ person: { name: 'anna' } })
    caller = { session: back?.id, person: back?.person }
    meanwhile = async () => {
      await people.relink('anna')
      await sessions.end({ personId })
    }
    expect(await change()).toBeNull()
    await app.close()
  }))

it('ends the sessions of somebody, and their streams, when the new link has taken their place and not before', async () => {
  const order: string[] = []
  const person = { name: 'anna', role: 'admin', isReady: false, linkEndsAt: null, passkeys: 0, seenAt: null }
  const made = { person: { ...person, createdAt: new Date(0).toISOString() }, secret: 'x' }
  const app = Fastify(serverParts)
  const context = {
    people: {
      idOf: async () => '1',
      async relink() {
        order.push('link')
        return made
      },
    },
    sessions: { end: async () => void order.push('end') },
    server: { origin: 'https://mint.example' },
    db: { insertInto: () => stub },
  }
  const stub = { values: () => stub, onConflict: () => stub, execute: async () => [] }
  await app.register(peopleRoutes(context as unknown as AppContext))
  const { statusCode } = await app.inject({ method: 'POST', url: '/people/anna/link', payload: {} })
  expect([statusCode, order]).toEqual([200, ['link', 'end']])
  await app.close()
})
