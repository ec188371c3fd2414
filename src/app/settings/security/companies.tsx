// The companies that this device is signed in to.
import { CompanyList } from '../../shell/account/companies/company-list.tsx';

export function Companies() {
  return (
    <section aria-labelledby="companies" className="ll-settings-part">
      <h2 id="companies" className="ll-section">
        Companies on this device
      </h2>
      <CompanyList />
    </section>
  );
}
