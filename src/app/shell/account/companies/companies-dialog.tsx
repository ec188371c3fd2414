// "Switch company" of the account menu.
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { CompanyList } from './company-list.tsx';

export function CompaniesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Switch company" onClose={onClose}>
      <CompanyList />
    </Dialog>
  );
}
