/** Bounds of workbooks, against files that are made to exhaust a machine. Excel's own where it has one. */

/** Parts in the archive; each picture is one. */
export const maxParts = 100_000
/** A part that unpacks to more than so many bytes … */
export const freePartBytes = 64 * 1024 ** 2
/** … may be at most so many times its packed size: the XML of real sheets is about 10 times, rarely 50. */
export const maxPartRatio = 250
/** What a part may unpack to at all. */
export const maxPartBytes = 8 * 1024 ** 3
/** What a part may unpack to that is held in memory: styles, drawings, lists. */
export const maxHeldBytes = 256 * 1024 ** 2
/** Sheets of a workbook. */
export const maxSheets = 1_000
/** Excel's rows of one sheet. */
export const maxSheetRows = 1_048_576
/** Ours: areas of merged cells of one sheet. */
export const maxMergedAreas = 100_000
/** Excel's characters of one cell. */
export const maxExcelCell = 32_767
/** Characters that repeated rows of an OpenDocument sheet may become, beyond the first of each. */
export const maxRepeatedCharacters = 256 * 1024 ** 2
