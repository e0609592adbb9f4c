package dev.dyno.load;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The clients of both sides: one and the same where both connect alike. */
final class Clients {

    final Client forProducers;
    final Client forConsumers;

    private final RunPlan plan;

    Clients(RunPlan plan, Drivers drivers, TimeSource time) throws DriverException {
        this.plan = plan;
        forProducers = drivers.open(plan.producerTarget(), time);
        forConsumers = plan.consumerTarget().equals(plan.producerTarget())
                ? forProducers
                : drivers.open(plan.consumerTarget(), time);
    }

    /** Refuses what the drivers cannot do, and creates the destinations. */
    void prepare() throws DriverException {
        Workload workload = plan.workload();
        List<String> missing = new ArrayList<>();
        workload.producers().forEach(g -> Needs.of(g).stream()
                .filter(c -> !forProducers.capabilities().contains(c))
                .map(Capability::words)
                .forEach(missing::add));
        workload.consumers().forEach(g -> Needs.of(g).stream()
                .filter(c -> !forConsumers.capabilities().contains(c))
                .map(Capability::words)
                .forEach(missing::add));
        if (!missing.isEmpty()) {
            throw new DriverException("driver " + plan.producerTarget().driver()
                    + " does not offer what the workload needs: " + String.join(", ", new LinkedHashSet<>(missing)));
        }
        forProducers.prepare(workload.producers().stream()
                .flatMap(g -> g.destinations().stream())
                .distinct()
                .toList());
        forConsumers.prepare(workload.consumers().stream()
                .flatMap(g -> g.destinations().stream())
                .distinct()
                .toList());
    }

    /** Calls that close them. */
    List<Runnable> closing() {
        return forConsumers == forProducers
                ? List.of(forProducers::close)
                : List.of(forProducers::close, forConsumers::close);
    }
}
