-- What was attached is listed by conversation; without this, the pictures of previews between were read to be left out.
CREATE INDEX message_file_attached ON message_file (company_id, conversation_id, seq) WHERE NOT is_preview;
