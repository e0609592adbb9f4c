package dev.dyno.broker.process;

import dev.dyno.driver.setting.SettingList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Spec that was checked against its recipe: everything about the broker but its ports and the place of its data. */
final class LaunchPlan {

    private final Recipe recipe;
    private final BrokerSpec spec;
    private final Map<String, String> knobs;
    private final List<String> heapFlags;
    private final ListenAddress address;

    /** @throws BrokerException with a line for each wrong knob, or else for the first other problem */
    LaunchPlan(Recipe recipe, BrokerSpec spec) throws BrokerException {
        this.recipe = recipe;
        this.spec = spec;
        knobs = checkedKnobs();
        heapFlags = checkedHeap();
        checkJvmFlags();
        address = ListenAddress.of(spec.host())
                .orElseThrow(() -> new BrokerException(where() + "host: " + spec.host()
                        + "; must be an IPv4 address of this machine, such as 127.0.0.1, or a name of one: clients"
                        + " connect to it."));
        checkPort();
        checkJava();
    }

    Recipe recipe() {
        return recipe;
    }

    /** Values of all knobs that have one, in the order of the recipe and in the broker's form. */
    Map<String, String> knobs() {
        return knobs;
    }

    /** JVM flags for the heap size, then the user's flags, which win because they are last. */
    List<String> heapAndUserFlags() {
        List<String> flags = new ArrayList<>(heapFlags);
        flags.addAll(spec.jvmFlags());
        return flags;
    }

    ListenAddress address() {
        return address;
    }

    /** Whether the main class itself reports when it is ready and which ports it took. */
    boolean speaksForItself() {
        return recipe.ready().isEmpty();
    }

    /**
     * Ports for an attempt to start.
     *
     * @param earlier ports of an earlier broker with the same data, which are taken again if they are free
     */
    Ports ports(Map<String, Integer> earlier) throws BrokerException {
        return speaksForItself()
                ? Ports.leftToTheBroker(spec.port(), recipe.ports())
                : Ports.choose(address.host(), spec.port(), recipe.ports(), earlier);
    }

    /** Name of the recipe with a version, if known. */
    String nameWith(Optional<String> version) {
        return recipe.name() + version.map(v -> " " + v).orElse("");
    }

    /** Beginning of a sentence about this broker. */
    String where() {
        return "broker " + recipe.name() + ": ";
    }

    private Map<String, String> checkedKnobs() throws BrokerException {
        List<String> problems = new ArrayList<>();
        Map<String, Knob> knobs = recipe.knobs();
        for (String name : spec.knobs().keySet()) {
            if (!knobs.containsKey(name)) {
                problems.add("unknown knob " + name + "; " + SettingList.guess(name, knobs.keySet()));
            } else if (isTooNew(knobs.get(name))) {
                problems.add("knob " + name + ": needs version "
                        + knobs.get(name).since().orElseThrow() + " or newer, and this is "
                        + recipe.version().orElseThrow() + ".");
            }
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (Knob knob : knobs.values()) {
            Optional<String> given =
                    Optional.ofNullable(spec.knobs().get(knob.name())).or(knob::defaultValue);
            try {
                if (given.isPresent() && !isTooNew(knob)) {
                    values.put(knob.name(), knob.checked(given.get()));
                }
            } catch (BrokerException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        for (Knob knob : knobs.values()) {
            List<String> missing = knob.needs().stream()
                    .filter(needed ->
                            !values.containsKey(needed) && !spec.knobs().containsKey(needed))
                    .toList();
            if ("true".equals(values.get(knob.name())) && !missing.isEmpty()) {
                problems.add(knob.name() + ": true; needs " + String.join(" and ", missing) + ", too.");
            }
            knob.needs().stream()
                    .filter(name -> spec.knobs().containsKey(name)
                            && !"true".equals(values.get(knob.name()))
                            && !isTooNew(knob))
                    .forEach(name ->
                            problems.add(name + ": only with " + knob.name() + "=true; give that, or leave it out."));
        }
        if (!problems.isEmpty()) {
            throw new BrokerException(problems.stream().map(where()::concat).collect(Collectors.joining("\n")));
        }
        return values;
    }

    private boolean isTooNew(Knob knob) {
        return knob.since().isPresent()
                && recipe.version().filter(Version::isValid).isPresent()
                && new Version(knob.since().get())
                                .compareTo(new Version(recipe.version().get()))
                        > 0;
    }

    private List<String> checkedHeap() throws BrokerException {
        if (spec.heap().isEmpty()) {
            return List.of();
        }
        String given = spec.heap().get();
        long bytes = Quantity.bytes(given)
                .filter(b -> b > 0)
                .orElseThrow(
                        () -> new BrokerException(where() + "heap: " + given + "; must be a size such as 512m or 2g."));
        if (!recipe.isJava()) {
            throw new BrokerException(where() + "heap: " + given
                    + "; this broker is no Java program and has no heap setting. Leave it out.");
        }
        // The whole heap from the start: growing it should not be part of a measurement.
        return List.of("-Xms" + bytes, "-Xmx" + bytes);
    }

    private void checkJvmFlags() throws BrokerException {
        if (!recipe.isJava() && !spec.jvmFlags().isEmpty()) {
            throw new BrokerException(
                    where() + "flags of a JVM: this broker is no Java program and has no JVM. Leave them out.");
        }
    }

    private void checkPort() throws BrokerException {
        int port = spec.port();
        if (port < 0 || port > 65_535) {
            throw new BrokerException(where() + "port: " + port + "; must be 1 to 65535, or 0 for a free one.");
        }
        if (port == 0) {
            return;
        }
        try {
            Ports.requireFree(address.host(), port);
        } catch (IOException e) {
            throw new BrokerException(
                    where() + "port " + port + " is in use or not allowed (" + e.getMessage()
                            + "). Choose another, or leave it out for a free one.",
                    e);
        }
    }

    private void checkJava() throws BrokerException {
        Optional<Software.Jvm> jvm = jvm();
        int running = Runtime.version().feature();
        if (jvm.isPresent() && running > jvm.get().newestJava().orElse(Integer.MAX_VALUE)) {
            throw new BrokerException(where() + "version " + recipe.version().orElse("") + " runs on Java "
                    + jvm.get().newestJava().getAsInt() + " or older, and Dyno runs on " + running
                    + ". Set JAVA_HOME to an older one, or take a newer version.");
        }
    }

    /** The broker's JVM; empty = the broker is no Java program. */
    Optional<Software.Jvm> jvm() {
        if (recipe.software() instanceof Software.Bundled bundled) {
            return Optional.of(bundled.jvm());
        }
        return recipe.software() instanceof Software.Fetched fetched ? Optional.of(fetched.jvm()) : Optional.empty();
    }
}
