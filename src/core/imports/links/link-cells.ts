import type { FieldName } from '../../../shared/app-api.ts'
import { linkKind } from '../../metadata/links.ts'
import type { Sheet } from '../../store/import-sheet/sheet.ts'
import { pause, rowsAtOnce } from '../pace.ts'
import type { SheetFacts } from '../protocol.ts'

/** A cell that links to a file outside the import's folder. */
export interface LinkCell {
  pos: number
  row: number
  column: string
  role: 'image' | 'animation'
  link: string
}

interface Place {
  at: number
  header: string
  role: LinkCell['role']
}

const roles = new Map<FieldName, LinkCell['role']>([
  ['image', 'image'],
  ['animation_url', 'animation'],
])

/** The links to pictures and animations of rows that can be minted, in pieces. */
export async function* linkCellsOf(sheet: Sheet): AsyncGenerator<LinkCell[]> {
  const { columns } = sheet.meta('facts') as SheetFacts
  const places = columns.flatMap(({ field, header }, at): Place[] => {
    const role = roles.get(field)
    return role === undefined ? [] : [{ at, header, role }]
  })
  if (places.length === 0) return
  for (let after = 0; ; ) {
    const rows = sheet.rowsAfter(after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    yield rows.flatMap(({ pos, row, cells, status }) =>
      status === 'error' || status === 'skipped'
        ? []
        : places.flatMap(({ at, header, role }) => {
            const link = cells[at]?.trim() ?? ''
            return ['http', 'ipfs', 'ar'].includes(linkKind(link)) ? [{ pos, row, column: header, role, link }] : []
          }),
    )
    await pause()
  }
}
