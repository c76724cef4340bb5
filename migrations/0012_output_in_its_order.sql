-- A result is read by people too: json keeps its fields in the order in which they were written, jsonb sorts them.
alter table runs alter column output type json using output::json;
