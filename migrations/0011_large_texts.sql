-- Answers and outputs are the large values of the service, and the default compression was the costliest part of
-- writing them. A server has a faster one; the embedded database does not, and stores them as they are.
do $$
begin
  alter table runs alter column output set compression lz4;
  alter table aeo_answers alter column text set compression lz4, alter column citations set compression lz4,
    alter column retrieved set compression lz4, alter column mentions set compression lz4;
exception when feature_not_supported then
  alter table runs alter column output set storage external;
  alter table aeo_answers alter column text set storage external, alter column citations set storage external,
    alter column retrieved set storage external, alter column mentions set storage external;
end $$;
