import { describe, expect, it } from 'vitest';

import { localTime, readTimeZone, suggestZones } from '../../src/work/time-zones.ts';

const zonesOf = (typed: string, locale = 'en-US', max = 25) => suggestZones(typed, locale, max).map(({ zone }) => zone);

describe('a time zone', () => {
  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    [' europe/paris ', 'Europe/Paris'],
    ['america/new york', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['utc', 'UTC'],
    ['GMT', 'UTC'],
    ['z', 'UTC'],
    ['UTC+2', '+02:00'],
    ['UTC + 2', '+02:00'],
    ['gmt -3:30', '-03:30'],
    ['GMT+5.5', '+05:30'],
    ['UTC+5,30', '+05:30'],
    ['+0545', '+05:45'],
    ['+05:30', '+05:30'],
    ['−5', '-05:00'],
    ['+14', '+14:00'],
    ['UTC0', 'UTC'],
    ['±0', 'UTC'],
    ['UTC-00:00', 'UTC'],
    ['EST5EDT', 'America/New_York'],
    // as other programs list them, and with what stands beside a name
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome', 'Europe/Amsterdam'],
    ['Eastern Time (US & Canada)', 'America/New_York'],
    ['Berlin (GMT+2)', 'Europe/Berlin'],
    ['UTC +1 (CET)', '+01:00'],
    ['Paris, France', 'Europe/Paris'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['GMT Standard Time', 'Europe/London'],
    ['Central Standard Time (Mexico)', 'America/Mexico_City'],
    ['New York, NY', 'America/New_York'],
    ['London time', 'Europe/London'],
    // cities that are zones, in any language
    ['Paris', 'Europe/Paris'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['Wien', 'Europe/Vienna'],
    ['Mosca', 'Europe/Moscow'],
    ['東京', 'Asia/Tokyo'],
    ['Москва', 'Europe/Moscow'],
    ['Kyiv', 'Europe/Kiev'],
    ['Kolkata', 'Asia/Calcutta'],
    ['Ho Chi Minh City', 'Asia/Saigon'],
    // and those that are none
    ['Munich', 'Europe/Berlin'],
    ['Muenchen', 'Europe/Berlin'],
    ['Mailand', 'Europe/Rome'],
    ['Barcelona', 'Europe/Madrid'],
    ['Manchester', 'Europe/London'],
    ['San Francisco', 'America/Los_Angeles'],
    ['Boston', 'America/New_York'],
    ['Mumbai', 'Asia/Calcutta'],
    ['Beijing', 'Asia/Shanghai'],
    ['Rio de Janeiro', 'America/Sao_Paulo'],
    // countries and states with one
    ['Österreich', 'Europe/Vienna'],
    ['Germany', 'Europe/Berlin'],
    ['Italia', 'Europe/Rome'],
    ['Japon', 'Asia/Tokyo'],
    ['UK', 'Europe/London'],
    ['Texas', 'America/Chicago'],
    // abbreviations and names with one meaning
    ['EDT', 'America/New_York'],
    ['MESZ', 'Europe/Berlin'],
    ['JST', 'Asia/Tokyo'],
    ['MET', 'Europe/Berlin'],
    ['PHT', 'Asia/Manila'],
    ['ET', 'America/New_York'],
    ['Eastern', 'America/New_York'],
    ['Moscow Time', 'Europe/Moscow'],
    // one match
    ['New Yor', 'America/New_York'],
  ])('%s is stored as %s', (typed, zone) => {
    expect(readTimeZone(typed)).toBe(zone);
    expect(zonesOf(typed)).toContain(zone);
  });

  it.each([
    ['EST', ['America/New_York', 'America/Panama']],
    ['bst', ['Europe/London', 'Asia/Dhaka']],
    ['CST', ['America/Chicago', 'Asia/Shanghai', 'America/Mexico_City', 'America/Havana']],
    ['IST', ['Asia/Calcutta', 'Asia/Jerusalem', 'Europe/Dublin']],
    ['AST', ['America/Halifax', 'Asia/Riyadh']],
    ['PST', ['America/Los_Angeles', 'Asia/Manila']],
    ['MST', ['America/Denver', 'America/Phoenix']],
    ['CET', ['Europe/Berlin', 'Africa/Algiers']],
    ['Valencia', ['Europe/Madrid', 'America/Caracas']],
    ['Georgia', ['America/New_York', 'Asia/Tbilisi']],
    ['Brasil', ['America/Sao_Paulo', 'America/Manaus']],
    // a beginning alone, which may be an abbreviation
    ['Osl', ['Europe/Oslo']],
    ['USA', ['America/New_York', 'America/Los_Angeles']],
  ])('%s is asked back, and leads to each', (typed, zones) => {
    const read = readTimeZone(typed);
    expect(typeof read === 'string' ? read : read.map(({ zone }) => zone)).toEqual(expect.arrayContaining(zones));
    expect(zonesOf(typed)).toEqual(expect.arrayContaining(zones));
  });

  it.each(['', 'UTC+15', '-13', '+2:07', 'Europe/Nowhere', '+', '±2', '../etc', 'Atlantis'])('is not %j', (typed) => {
    expect(readTimeZone(typed)).toEqual([]);
  });

  it('is suggested by the language of who has typed nothing', () => {
    expect(zonesOf('', 'fr')[0]).toBe('Europe/Paris');
    expect(zonesOf('', 'ja')).toContain('UTC');
  });

  it('is suggested by its city, as far as it was typed', () => {
    expect(zonesOf('new y')).toEqual(['America/New_York']);
    expect(zonesOf('par', 'fr', 3)[0]).toMatch(/\/Par/);
    expect(zonesOf('', 'fr', 2)).toHaveLength(2);
  });

  it('is suggested as the distance from UTC that was typed', () => {
    expect(zonesOf('UTC+2', 'fr')).toEqual(['+02:00']);
  });

  it('is shown with what its clocks show', () => {
    expect(localTime('Asia/Kolkata', Date.parse('2026-01-01T20:00:00Z'))).toBe('01:30');
  });
});
