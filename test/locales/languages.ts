/** What the check knows of a language, beside its texts. */
export type Language = {
  /** how it is never written: its quotes and spaces, and whom it speaks to */
  neverWritten: RegExp;
  /** what its texts must not say: the bot does not know who hands a reward over, or when */
  handedOver: RegExp;
  /** the texts that it has in the very words of English, in their order */
  sameAsEnglish: readonly string[];
};

/** A vote is `canjeado`. A time stands after its article. */
const spanish: Language = {
  neverWritten:
    /["'«»]|(?<!¿[^?]*)\?|(?<!¡[^!]*)!|\b(?:usted|vosotr|vuestr|ordenador|computador|móvil|celular)|\bos\b|\bdesde x/i,
  handedOver: /recib|acredit|otorg|obtuv|entregó|entregad[ao]|\b(?:dad[ao]|dio)\b/i,
  sameAsEnglish: ['ID', 'No', 'NuVotifier {{number}}', 'Plan', 'Token', 'Webhook {{number}}'],
};

/** Every language by the name of its file. A vote is claimed in words that say nothing of who hands its reward over. */
export const KNOWN: Readonly<Record<string, Language>> = {
  en: {
    neverWritten: /["„«»’]/,
    handedOver: /receiv|\bg(?:iven|ave)\b|deliver|(?<!can now be )handed|\bgot\b|credited/i,
    sameAsEnglish: [],
  },
  /** To `du`. A vote is `eingelöst`. A time stands after its article. */
  de: {
    neverWritten: /["'”«»’]|„(?![^„“]*“)|(?<!„[^„“]*)“|\b(?:Ihnen|Ihre?[mnrs]?)\b|\bseit x/,
    handedOver:
      /erhalten|bekommen|ausgehändigt|(?<!bekannt )gegeben|übergeben|wurden? vergeben|geliefert|zugestellt|gutgeschrieben/i,
    sameAsEnglish: ['ID', 'NuVotifier {{number}}', 'Secret', 'Server', 'Team', 'Text', 'Token', 'Webhook {{number}}'],
  },
  /** As in Spain, to `tú`. */
  'es-ES': spanish,
  /** As in Latin America, to `tú`, in the words that Spain has not: `agregar`, `presionar`, `administrar`, the preterite. */
  'es-419': {
    ...spanish,
    neverWritten: new RegExp(
      [
        spanish.neverWritten,
        /añ[aá]d|\bpuls[ae]|gestion|\bajustes\b|(?:mpieza|empezar) por|comprobar|\bcifras\b|autenticación en dos/,
        /(?<!aún no (?:se )?(?:le )?)\bha[ns]? \p{L}+(?:[ai]do|hecho)s?\b/u,
      ]
        .map(({ source }) => source)
        .join('|'),
      'iu',
    ),
  },
  /**
   * To `tu`. A no-break space stands before `:` and `»` and after `«`, a narrow one before `;` `!` `?`. No name stands after
   * `de` or `que`: before some it would be `d’` and `qu’`. What `dès qu’` begins and is not there yet is in the future.
   */
  fr: {
    neverWritten:
      /[^\u00A0][:»]|[^\u202F][;!?]|«[^\u00A0]|'|\b(?:vous|votre|vos|vôtres?)\b|(?<!\b(?:ch|ass))ez\b|\b(?:de|que) \*\*x\*\*|\bdès qu’\p{L}+ (?:a|ont)\b/iu,
    handedOver: /reçu|recev|reçoi|livr|(?<!peut maintenant être )remis|remett|crédité|versé|attribué|été donné/i,
    sameAsEnglish: ['ID', 'Note', 'NuVotifier {{number}}', 'Secret', 'Type', 'Webhook {{number}}', 'solo', 'studio'],
  },
  /**
   * To `tu`. A vote is `riscattato`. A time without its day of the week stands after a colon, as its article would change:
   * `il 7`, but `l’8`.
   */
  it: {
    neverWritten: /["'„«»]|“(?![^“”]*”)|(?<!“[^“”]*)”|\b(?:[Vv]oi|[Vv]ostr[aeio]|Lei|Suo|Sua)\b|\bperchè\b|\bE’/u,
    handedOver:
      /ricev|accredit|(?<!ora può essere )consegnat|\bstat[ae] dat[ae]\b|ottenut|assegnat[ae]|conferit|erogat/i,
    sameAsEnglish: ['ID', 'No', 'NuVotifier {{number}}', 'Server', 'Team', 'Token', 'Webhook {{number}}', 'studio'],
  },
  /**
   * As in Brazil, to `você`. A vote is `resgatado`. Discord's times begin with a day of the week, which stands after a
   * colon, `até` or `para`, never after `em`.
   */
  'pt-BR': {
    neverWritten: /["'«»]|\b(?:(?:tu|teus?|tuas?)\b|ficheiro|utilizador|ecrã|telemóvel|palavra-passe|registad)/i,
    handedOver: /receb|credit|entregou|(?<!já pode ser )entregue|\b(?:dad[ao]|deu(?! errado))\b/i,
    sameAsEnglish: ['ID', 'NuVotifier {{number}}', 'Token', 'Webhook {{number}}'],
  },
};
