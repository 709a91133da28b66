import type { Project } from '../../../shared/app-api.ts'

export type SectionName =
  | 'general'
  | 'fee-balance'
  | 'keys-and-backup'
  | 'storage'
  | 'networks'
  | 'practice'
  | 'advanced'
  | 'people'
  | 'about'

export interface Place {
  name: SectionName
  path: string
  word: string
  about: string
}

const places: readonly (Omit<Place, 'path'> & { only?: Project['kind'] | 'server' })[] = [
  { name: 'general', word: 'General', about: 'The project, and windows that are signed in' },
  { name: 'fee-balance', word: 'Fee balance', about: 'What pays the network fees, and spending caps' },
  { name: 'keys-and-backup', word: 'Keys and backup', about: 'The vault, its 24 words, backups, and a lost database' },
  { name: 'storage', word: 'Storage', about: 'Where pictures and metadata are kept' },
  { name: 'networks', word: 'Networks', about: 'Public networks, and who is asked about wallets' },
  { name: 'practice', word: 'Practice', about: 'Networks inside this app', only: 'practice' },
  { name: 'people', word: 'People', about: 'Who may sign in, and do what', only: 'server' },
  { name: 'advanced', word: 'Advanced', about: 'IPFS gateways, web pages that call the API, the data folder' },
  { name: 'about', word: 'About', about: 'Version, updates, starting at login' },
]

/**
 * The sections of the settings that a project of this kind has, in their order, each with its own address.
 * @param withPeople whether people sign in here, and the one at the window may decide who
 */
export function sectionsOf(kind: Project['kind'], withPeople = false): Place[] {
  return places
    .filter(({ only }) => only === undefined || only === kind || (only === 'server' && withPeople))
    .map(({ name, word, about }) => ({ name, path: `/settings/${name}`, word, about }))
}
