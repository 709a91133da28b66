import { type Invitation, type Person, personName, type Role, role } from '../../shared/app-api.ts'
import { moment } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

export interface LinkOptions {
  publicUrl?: string
}

export async function listUsers(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const people = await api.people()
    const none = [`Nobody signs in yet: add somebody with ${typed('users add <name> --role admin')}.`]
    terminal.result({ people }, people.length === 0 ? none : peopleTable(people, terminal.columns))
    return exitCodes.done
  })
}

/** Adds a person. Their link is the only line on standard output. */
export async function addUser(
  context: Context,
  name: string,
  options: LinkOptions & { role: string },
): Promise<ExitCode> {
  const wanted = readName(name)
  const as = readRole(options.role)
  return withApi(context, async (api) => tellLink(context, await api.addPerson(wanted, as, options.publicUrl)))
}

export async function linkUser(context: Context, name: string, { publicUrl }: LinkOptions): Promise<ExitCode> {
  const wanted = readName(name)
  return withApi(context, async (api) => tellLink(context, await api.linkPerson(wanted, publicUrl)))
}

export async function setUserRole(context: Context, name: string, text: string): Promise<ExitCode> {
  const wanted = readName(name)
  const as = readRole(text)
  return withApi(context, async (api) => {
    const person = await api.setRole(wanted, as)
    context.terminal.result({ person }, [`${person.name} is ${person.role} now.`])
    return exitCodes.done
  })
}

export async function removeUser(context: Context, name: string): Promise<ExitCode> {
  const wanted = readName(name)
  return withApi(context, async (api) => {
    await api.removePerson(wanted)
    context.terminal.result({ removed: wanted }, [`${wanted} signs in no more.`])
    return exitCodes.done
  })
}

function tellLink({ terminal }: Context, made: Invitation): ExitCode {
  terminal.result(made, [made.link])
  terminal.note(
    `This link lets ${made.person.name} set a password, once, within a day: send it by a way that you trust. Whoever opens it first is ${made.person.name}.`,
  )
  return exitCodes.done
}

function peopleTable(people: readonly Person[], width: number): string[] {
  return table(
    [{ header: 'name' }, { header: 'role' }, { header: 'passkeys' }, { header: 'last sign-in' }],
    people.map(({ name, role, isReady, linkEndsAt, passkeys, seenAt }) => [
      name,
      role,
      String(passkeys),
      isReady ? (seenAt === null ? 'never' : moment(seenAt)) : linkEndsAt === null ? 'link expired' : 'link not used',
    ]),
    width,
  )
}

function readName(text: string): string {
  const read = personName.safeParse(text)
  if (read.success) return read.data
  throw new CommandError('people.name', read.error.issues[0]?.message ?? 'This is no name.')
}

function readRole(text: string): Role {
  const read = role.safeParse(text)
  if (read.success) return read.data
  throw new CommandError('people.role', `There is no role ${JSON.stringify(text)}: it is viewer, minter or admin.`)
}
