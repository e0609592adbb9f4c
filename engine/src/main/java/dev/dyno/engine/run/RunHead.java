package dev.dyno.engine.run;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.broker.resource.IdleTime;
import dev.dyno.driver.Destination;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.send.HeldProcessors;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.workload.ConsumerGroup;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The parts of a result that are known without its load: its settings, the card of the driver, and the environment. */
final class RunHead {

    private RunHead() {}

    static RunResult.Parts of(RunPlan plan, Instant started, Map<String, String> environment, Semantics semantics) {
        boolean produces = plan.workload().produces();
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = RunPlan.idOf(plan.runId());
        parts.name = plan.workload().name();
        parts.started = started;
        parts.warmupNs = plan.workload().phases().warmup().toNanos();
        parts.seed = plan.workload().seed();
        parts.config = plan.config();
        parts.environment = environment;
        parts.semantics = card(plan, semantics);
        parts.due = produces ? Optional.of(DueMessages.NONE) : Optional.empty();
        parts.conditions =
                Optional.of(new VerdictInputs.Parts(produces, plan.workload().consumes()).conditions());
        return parts;
    }

    /**
     * The semantics card of a run.
     *
     * @param semantics meaning of an acknowledgement, as the driver declares it
     */
    static DriverSemantics card(RunPlan plan, Semantics semantics) {
        Map<String, String> facts = new TreeMap<>(semantics.facts());
        facts.put(
                DriverSemantics.ACKNOWLEDGED_BY,
                semantics.acknowledgedBy() == AcknowledgedBy.BROKER ? "broker" : DriverSemantics.CLIENT_LIBRARY);
        facts.computeIfPresent(
                Semantics.PERSISTENT,
                (name, value) -> value.equals(Semantics.IN_DURABLE_SUBSCRIPTIONS)
                        ? inSubscriptions(plan.workload().consumers())
                        : value);
        plan.workload().producers().stream()
                .flatMap(group -> group.message().keys().stream())
                .map(Object::toString)
                .distinct()
                .reduce((some, more) -> some + ", " + more)
                .ifPresent(keys -> facts.put("keys", keys));
        if (plan.workload().connectsOnly()) {
            facts.put("message", "a new connection, kept to the end");
        }
        plan.brokerFacts().forEach((name, value) -> facts.put("broker " + name, Secrets.withoutSecretFlags(value)));
        return new DriverSemantics(facts);
    }

    /**
     * Value of the fact {@code persistent} for a broker that keeps messages of topics only for durable subscriptions: {@code yes}
     * if all topic subscriptions of this run are durable, {@link DriverSemantics#NO_DURABLE_SUBSCRIPTION} if none of them is, and
     * otherwise, or if the run has no such subscription, the driver's value, {@link Semantics#IN_DURABLE_SUBSCRIPTIONS}.
     */
    private static String inSubscriptions(List<ConsumerGroup> consumers) {
        List<Boolean> durable = consumers.stream()
                .filter(group -> group.destinations().stream().anyMatch(Destination::isTopic))
                .map(ConsumerGroup::durable)
                .distinct()
                .toList();
        return durable.size() != 1
                ? Semantics.IN_DURABLE_SUBSCRIPTIONS
                : durable.get(0) ? "yes" : DriverSemantics.NO_DURABLE_SUBSCRIPTION;
    }

    /** Facts that a result depends on besides the workload and the broker: this Dyno, machine and JVM. Names no host and no user. */
    static Map<String, String> environment() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("dyno", Build.text());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("architecture", System.getProperty("os.arch"));
        facts.put("processors", Integer.toString(HeldProcessors.ALL));
        IdleTime.ofThisMachine()
                .filter(host -> host.processors() != HeldProcessors.ALL)
                .ifPresent(host -> facts.put("host processors", Integer.toString(host.processors())));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os) {
            facts.put("memory", os.getTotalMemorySize() / (1 << 20) + " MiB");
        }
        firstLine(
                Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"), "", "clock source", facts);
        firstLine(Path.of("/proc/cpuinfo"), "model name", "processor", facts);
        return facts;
    }

    private static void firstLine(Path file, String prefix, String name, Map<String, String> facts) {
        try (Stream<String> lines = Files.lines(file)) {
            lines.filter(line -> line.startsWith(prefix))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .ifPresent(line -> facts.put(name, line));
        } catch (IOException | RuntimeException e) {
            // Not every system has these files.
        }
    }
}
