package dev.dyno.page;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.engine.record.RunListener;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Share;
import dev.dyno.engine.record.Threads;
import dev.dyno.engine.run.LocalRunner;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.store.Reporters;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores a run of four seconds on a simulated broker that stalls, and at last until after the drain. Its clock is virtual: on
 * that of a machine the time from the broker's start to that of the load differs, and with it the number of messages that
 * the last stall leaves without an answer.
 */
final class StalledRun {

    private static final long ID = 0x5A11_ED00_0000_0001L;

    private StalledRun() {}

    /** @return its folder, with its page */
    static Path store(Path runs) throws IOException {
        return store(runs, "stalled", ID, "300ms at 1700ms, 1h at 3500ms");
    }

    /** The same on a broker that does not stall. */
    static Path storeSteady(Path runs) throws IOException {
        return store(runs, "steady", ID + 1, "never");
    }

    private static Path store(Path runs, String name, long id, String stall) throws IOException {
        VirtualTime time = new VirtualTime();
        Path folder = RunFolder.create(
                runs,
                Instant.ofEpochMilli(time.epochMillis()),
                name,
                HexFormat.of().toHexDigits(id));
        Reporters reporters = new Reporters(
                List.of(
                        RunFolder.reporter(folder),
                        new HtmlReporter(folder.resolve(RunFolder.REPORT), Optional.empty())),
                sentence -> {
                    throw new AssertionError(sentence);
                });
        try (reporters) {
            reporters.onResult(run(time, reporters, name, id, stall));
        }
        return folder;
    }

    private static RunResult run(VirtualTime time, Reporters reporters, String name, long id, String stall) {
        Target target = new Target(
                "sim", "sim://" + name, Optional.empty(), Optional.empty(), Map.of("service", "200us", "stall", stall));
        RunPlan plan = new RunPlan(
                workload(), target, target, Share.WHOLE, id, false, 0, FaultPlan.NONE, Map.of(), config(target));
        return new LocalRunner(
                        plan,
                        (to, clock) -> new SimDriver()
                                .open(new ClientSpec(to.url(), to.credentials(), to.properties(), clock)),
                        time,
                        Threads.inline(),
                        listener(reporters))
                .run();
    }

    private static Workload workload() {
        return WorkloadFile.of("stalled.yaml", """
                        producers: { to: queue://B, rate: 400/s, max-pending: 100 }
                        consumers: { from: queue://B }
                        phases: { measure: 4s, drain: 500ms }
                        """).workload();
    }

    /** Settings that the page reads. */
    private static Map<String, Object> config(Target target) {
        Map<String, Object> where = Map.of("driver", target.driver(), "url", target.url());
        List<String> destinations = List.of("queue://B");
        Map<String, Object> producer = Map.of(
                "destinations", destinations, "load", "constant 400/s", "messageSize", 1024, "persistent", false);
        return Map.of(
                "producers",
                List.of(producer),
                "consumers",
                List.of(Map.of("destinations", destinations)),
                "producerTarget",
                where,
                "consumerTarget",
                where);
    }

    private static RunListener listener(Reporters reporters) {
        return new RunListener() {
            @Override
            public void onBegin(RunResult begun) {
                reporters.onBegin(begun);
            }

            @Override
            public void onInterval(Interval interval) {
                reporters.onInterval(interval);
            }

            @Override
            public void onResources(ResourceSample sample) {
                reporters.onResources(sample);
            }

            @Override
            public void onSeconds(RunTimeSeries seconds) {
                reporters.onSeconds(seconds);
            }
        };
    }
}
