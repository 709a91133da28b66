import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Sample, sample } from '../../../shared/app-api.ts'
import { formatOf } from '../../../shared/spreadsheet/sheet-file.ts'
import { ApiFault } from '../http/faults.ts'
import type { AppContext } from './context.ts'
import { sheetTypes } from './imports/sheet-reply.ts'

/** The spreadsheets in resources/samples, in the order in which the window offers them. */
const samples: Sample[] = [
  {
    name: 'event-badges.csv',
    title: 'Event badges',
    description: '500 badges for EVM addresses, each with its own number and traits.',
    chain: 'polygon',
  },
  {
    name: 'mixed-recipients.csv',
    title: 'Mixed recipients',
    description: 'Wallet addresses, e-mail addresses and user ids in one file.',
    chain: 'polygon',
  },
  {
    name: 'guest-pictures.xlsx',
    title: 'A guest list in Excel',
    description: '24 guests, each with a picture that is placed in its cell.',
    chain: 'polygon',
  },
  {
    name: 'solana-badges.csv',
    title: 'Badges on Solana',
    description: '60 badges for wallets, e-mail addresses and user ids. Most are compressed NFTs, and a few are not.',
    chain: 'solana',
  },
  {
    name: 'aptos-badges.csv',
    title: 'Badges on Aptos',
    description: '60 badges for wallets, e-mail addresses and user ids.',
    chain: 'aptos',
  },
  {
    name: 'with-mistakes.csv',
    title: 'A file with mistakes',
    description: 'What a wrong address or a missing image looks like, and how to put it right.',
    chain: 'polygon',
  },
  {
    name: 'template.csv',
    title: 'Template',
    description: 'The columns Mintdesk knows, to fill in.',
    chain: null,
  },
]

/** `GET /app/samples`: their list; `GET /app/samples/{name}`: one file. */
export function sampleRoutes({ resourcesDir }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/samples', { schema: { response: { 200: z.array(sample) } } }, async () => samples)

    app.get('/samples/:name', { schema: { params: z.object({ name: z.string() }) } }, async (request, reply) => {
      const { name } = request.params
      if (!samples.some((known) => known.name === name))
        throw new ApiFault(404, 'sample.notFound', `There is no sample ${JSON.stringify(name)}.`)
      return reply
        .type(sheetTypes[formatOf(name)])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(createReadStream(join(resourcesDir, 'samples', name)))
    })
  }
}
