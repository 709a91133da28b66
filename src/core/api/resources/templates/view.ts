import type { TemplateAnswer } from '../../../../shared/api-schemas/templates.ts'
import type { TemplateFigures } from '../../../store/collections/templates.ts'

/** A template as the API answers it. */
export function templateView(row: TemplateFigures): TemplateAnswer {
  return {
    templateId: row.id,
    metadata: row.json === null ? row.metadata_uri : JSON.parse(row.json),
    onChain: { tokenId: String(row.token_id) },
    supply: { ...(row.supply_limit === null ? {} : { limit: row.supply_limit }), minted: Number(row.minted) },
  }
}
