// Admin, one person: all that those who manage people may change. Nobody's id is a word: in place of one it is what is done to many,
// so that it costs the first visit no address of its own.
import { createFileRoute } from '@tanstack/react-router';
import { EmployeePage } from '../employee/employee-page.tsx';
import { ImportPage } from '../importing/import-page.tsx';

export const Route = createFileRoute('/admin/people/$employee_id')({ staticData: { task: true }, component: One });

function One() {
  const { employee_id } = Route.useParams();
  if (employee_id === 'import') return <ImportPage />;
  return <EmployeePage key={employee_id} employee_id={employee_id} />;
}
