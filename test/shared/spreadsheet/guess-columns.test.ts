import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allPrivate, guessColumns, privateColumns } from '../../../src/shared/spreadsheet/guess-columns.ts'
import { headerWords, personalParts, personalWords } from '../../../src/shared/spreadsheet/header-words.ts'

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const fieldsOf = (headers: readonly string[], ...rows: readonly (readonly string[])[]) =>
  guessColumns(headers, allPrivate, rows).map(({ field }) => field)

describe('the columns of a file are recognised', () => {
  it.each([
    ['en', ['Wallet Address', 'Title', 'Description', 'Image URL', 'Qty', 'External ID', 'Phone number']],
    ['de', ['Empfänger', 'Bezeichnung', 'Beschreibung', 'Bild', 'Anzahl', 'Kennung', 'Handynummer']],
    ['fr', ['Destinataire', 'Titre', 'Description', 'Image', 'Quantité', 'Référence', 'Téléphone']],
    ['es', ['Destinatario', 'Nombre', 'Descripción', 'Imagen', 'Cantidad', 'Identificador', 'Teléfono']],
    ['pt', ['Destinatário', 'Título', 'Descrição', 'Imagem', 'Quantidade', 'Identificador', 'Telemóvel']],
    ['it', ['Destinatario', 'Titolo', 'Descrizione', 'Immagine', 'Quantità', 'Riferimento', 'Cellulare']],
    ['ja', ['ウォレットアドレス', '名前', '説明', '画像', '数量', '管理番号', '電話番号']],
    ['zh-Hans', ['钱包地址', '名称', '描述', '图片', '数量', '编号', '手机号码']],
    ['ko', ['지갑 주소', '이름', '설명', '이미지', '수량', '관리번호', '전화번호']],
  ])('in %s', (_, headers) => {
    const row = [ada, 'One', 'About it', 'https://example.com/1.png', '2', 'a-1', '+81 90 1234 5678']
    const wanted = ['recipient', 'name', 'description', 'image', 'quantity', 'id', 'ignore']
    expect(fieldsOf(headers, row)).toEqual(wanted)
    expect(fieldsOf(headers.map((header) => ` ${header.toUpperCase()} `))).toEqual(wanted)
    const all = guessColumns(headers, { all: true, named: [] }, [row])
    expect(privateColumns(all), 'what is personal is not published').toEqual([headers[6]])
  })

  it.each([
    'E-Mail-Adresse',
    'Adresse e-mail',
    'Correo electrónico',
    'Endereço de e-mail',
    'Indirizzo e-mail',
    'メールアドレス',
    '电子邮箱',
    '이메일',
  ])('people by %s', (header) => {
    expect(fieldsOf([header, 'name'], ['ada@example.com', 'One'])).toEqual(['email', 'name'])
  })

  it('by their values where no header says it', () => {
    expect(fieldsOf(['A', 'B', 'C'], [ada, 'One', 'one.png'], [ada, 'Two', 'two.jpg'])).toEqual([
      ...['recipient', 'ignore', 'image'],
    ])
    expect(fieldsOf(['Guest', 'name'], ['ada@example.com', 'One'])).toEqual(['email', 'name'])
    expect(fieldsOf(['Who', 'name'], ['ada.eth', 'One'])).toEqual(['recipient', 'name'])
  })

  it('and not for what their values are not', () => {
    expect(fieldsOf(['Adresse', 'Wallet'], ['Hauptstraße 1, Bonn', ada])).toEqual(['ignore', 'recipient'])
    expect(fieldsOf(['recipient', 'Amount'], [ada, '12.50 EUR'])).toEqual(['recipient', 'ignore'])
    expect(fieldsOf(['destinataire', 'titre', 'nombre'], [ada, 'Un', '3'])).toEqual(['recipient', 'name', 'quantity'])
    expect(fieldsOf(['recipient', 'Titel'], [ada, 'https://example.com'])).toEqual(['recipient', 'ignore'])
  })

  it.each(['toly.sns', '🦄.eth', 'base:nick.base.eth', 'ana.cb.id', 'nick.xyz', `custom-net2:${ada}`])(
    'as recipients, also where people are named by %s and another column has e-mail addresses',
    (written) => {
      const row = [written, 'ada@example.com', 'One']
      expect(fieldsOf(['Wallet', 'E-mail', 'name'], row)).toEqual(['recipient', 'email', 'name'])
    },
  )

  it('as recipients by names of SNS where no header says it, and not by those of the web', () => {
    expect(fieldsOf(['Who', 'name'], ['toly.sns', 'One'])).toEqual(['recipient', 'name'])
    expect(fieldsOf(['Shop', 'name'], ['shop.example', 'One'])).toEqual(['ignore', 'name'])
    expect(fieldsOf(['Owner', 'Wallet'], ['J.Smith', ada], ['Ada L', ada], ['Bo X', ada])).toEqual([
      ...['ignore', 'recipient'],
    ])
  })

  it('as their header says where a row is wrong, so that it is told', () => {
    expect(fieldsOf(['Adresse', 'name'], ['Hauptstraße 1', 'One'])).toEqual(['recipient', 'name'])
    expect(fieldsOf(['recipient', 'quantity'], ['nobody', 'many'])).toEqual(['recipient', 'quantity'])
  })
})

const words = [
  ...Object.values(headerWords).flat(),
  ...personalWords,
  ...personalParts,
  'Tier',
  'attributes.Colour',
  '',
]
const cell = fc.constantFrom(
  ada,
  'ada@example.com',
  'https://example.com/1.png',
  'one.png',
  '7',
  '+49 30 901820',
  'x',
  '',
)

describe('whatever a file holds', () => {
  const sheet = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string()), { minLength: 1, maxLength: 12 })
    .chain((headers) =>
      fc.tuple(fc.constant(headers), fc.array(fc.array(cell, { maxLength: headers.length }), { maxLength: 6 })),
    )

  it('no field gets two columns, but for columns that name recipients in one way, of which each row decides', () => {
    fc.assert(
      fc.property(sheet, ([headers, rows]) => {
        const fields = fieldsOf(headers, ...rows).filter(
          (field) => !['ignore', 'trait', 'recipient', 'result'].includes(field),
        )
        expect(new Set(fields).size).toBe(fields.length)
      }),
    )
  })

  it('nothing but what a header says is a trait becomes one by itself', () => {
    fc.assert(
      fc.property(sheet, ([headers, rows]) => {
        for (const { header, field } of guessColumns(headers, allPrivate, rows))
          if (field === 'trait') expect(header).toMatch(/^\s*(attributes\s*\.|trait)/i)
      }),
    )
  })

  it('what holds e-mail addresses or telephone numbers is no trait when all others are', () => {
    fc.assert(
      fc.property(sheet, fc.constantFrom('ada@example.com', '+49 30 901820'), ([headers, rows], value) => {
        const own = ['Whatever', ...headers.filter((header) => header !== 'Whatever')]
        const guess = guessColumns(own, { all: true, named: [] }, [[value, ada], ...rows.map((row) => ['', ...row])])
        expect(guess[0]?.field).not.toBe('trait')
      }),
    )
  })
})
