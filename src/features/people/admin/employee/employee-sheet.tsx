// The page of one person: it scrolls above what stays at its foot, over the whole width.
import type { ReactNode } from 'react';
import '../admin.css';
import './employee.css';

interface EmployeeSheetProps {
  children: ReactNode;
  foot?: ReactNode;
}

export function EmployeeSheet({ children, foot }: EmployeeSheetProps) {
  return (
    <div className="ll-employee-sheet">
      <div className="ll-page" data-scroller="">
        <div className="ll-page-inner">{children}</div>
      </div>
      {foot}
    </div>
  );
}
