import type { Texts } from './en.ts';
import { es } from './es.ts';

/** What Latin America says otherwise than Spain. */
export const OTHERWISE: readonly [spain: RegExp, latinAmerica: string][] = [
  [/Gestion(?=[ae])/g, 'Administr'],
  [/gestion(?=[ae])/g, 'administr'],
  [/Añadir/g, 'Agregar'],
  [/añadir/g, 'agregar'],
  [/Añádelo/g, 'Agrégalo'],
  [/añádelo/g, 'agrégalo'],
  [/añade/g, 'agrega'],
  [/añadido/g, 'agregado'],
  [/Pulsa\b/g, 'Presiona'],
  [/pulsa\b/g, 'presiona'],
  [/Ajustes de/g, 'Configuración de'],
  [/todos los ajustes se conservan/g, 'toda la configuración se conserva'],
  [/los ajustes actuales/g, 'la configuración actual'],
  [/los ajustes de/g, 'la configuración de'],
  [/mpieza por/g, 'mpieza con'],
  [/empezar por/g, 'empezar con'],
  [/comprob(?=ar)/g, 'verific'],
  [/\bcifras\b/g, 'dígitos'],
  [/autenticación en dos pasos/g, 'autenticación de dos factores'],
  // Spain tells what has just happened in the perfect, Latin America in the preterite, save after `aún no`.
  [/Ha llegado/g, 'Llegó'],
  [/Ha empezado/g, 'Empezó'],
  [/\bha podido\b/g, 'pudo'],
  [/\bha hecho\b/g, 'hizo'],
  [/(?<![Aa]ún no (?:se )?(?:le )?)\bha (\p{L}+)ado\b/gu, '$1ó'],
  [/\bha (\p{L}+)ido\b/gu, '$1ió'],
  [/\bhan (\p{L}+)ado\b/gu, '$1aron'],
  [/\bhas (\p{L}+)ado\b/gu, '$1aste'],
];

type Nested = { readonly [key: string]: string | Nested };

function inLatinAmerica(texts: Nested): Nested {
  const said = (text: string) => OTHERWISE.reduce((so, [spain, latinAmerica]) => so.replace(spain, latinAmerica), text);
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? said(text) : inLatinAmerica(text)]),
  );
}

/** Spanish as in Latin America, to `tú`. */
export const es419 = inLatinAmerica(es) as Texts;
