// A browser that is signed in to several companies: it keeps cookies by name, as browsers do.
import { v7 as uuid } from 'uuid';
import { leaveCompanies, listCompanies, parkCompany, switchCompany } from '#contract/auth/companies.ts';
import * as auth from '#contract/auth.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import * as people from '#contract/people.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { type RawAnswer, TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';

export class Browser extends TestClient {
  protected override keep(headers: Headers): void {
    const token = headers.get(sessionHeaders.access_token);
    if (token && this.session) this.session = { ...this.session, access_token: token };
    const jar = new Map(this.jar());
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value && !/max-age=0/i.test(line)) jar.set(name, value);
      else jar.delete(name);
    }
    this.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private jar(): [string, string][] {
    const pairs = this.cookie ? this.cookie.split('; ') : [];
    return pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  }

  held(name: 'limelight_session' | 'limelight_parked' | 'limelight_device'): string {
    return new Map(this.jar()).get(name) ?? '';
  }

  /** The ordinary sign-in, beside whatever is parked. */
  async enter(email_id: string, company_id?: string): Promise<RawAnswer> {
    this.session = undefined;
    const asked = { email_id, password: PASSWORD, ...(company_id && { company_id }) };
    return this.take(await this.raw(auth.login, asked));
  }

  /** Parks the one in use, then signs in to another. */
  async add(email_id: string, company_id?: string): Promise<RawAnswer> {
    await this.call(parkCompany, {});
    return this.enter(email_id, company_id);
  }

  /** Parks the one in use, if there is one, and goes to the other. */
  async goTo(company_id: string): Promise<RawAnswer> {
    if (this.session) await this.call(parkCompany, {});
    this.session = undefined;
    return this.take(await this.raw(switchCompany, { company_id }));
  }

  async companies(): Promise<{ name: string; present: boolean }[]> {
    const { items } = await this.call(listCompanies, {});
    return items.map(({ company_name: name, present }) => ({ name, present }));
  }

  /** Their names, the one in use in capitals. */
  async names(): Promise<string[]> {
    return (await this.companies()).map(({ name, present }) => (present ? name.toUpperCase() : name));
  }

  /** Another site sends the browser to this address of ours: of its cookies only the lax one comes along. */
  async sentTo(address: string): Promise<string> {
    const lax = this.jar().filter(([name]) => name.includes('limelight_sso'));
    const cookie = lax.map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    this.keep(response.headers);
    return response.headers.get('location') ?? '';
  }

  leave(company_id?: string): Promise<string | null> {
    return this.call(leaveCompanies, company_id ? { company_id } : {});
  }

  /** The same browser as it is now: what somebody has who copied its cookies. */
  copy(): Browser {
    const copy = new Browser(this.url, this.session);
    copy.cookie = this.cookie;
    return copy;
  }

  private take(answer: RawAnswer): RawAnswer {
    const data = answer.body.data as Partial<auth.Session> | undefined;
    if (answer.body.status === 'success' && data?.access_token) this.session = data as auth.Session;
    return answer;
  }
}

/** Somebody with this address in the company, too. `n`: which mail to the address the invitation is. */
export async function addAddress(app: TestApp, by: TestClient, work_email_id: string, n: number): Promise<string> {
  const employee_id = uuid();
  await by.call(people.create, { employee_id, first_name: 'Sam', last_name: 'Same', work_email_id });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id, n));
  await by.call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });
  return employee_id;
}
