package dev.dyno.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A spec that was checked against its recipe: everything about the process but where its data is. */
final class LaunchPlan {

    private final Path home;
    private final Recipe recipe;
    private final BrokerSpec spec;
    private final Map<String, String> knobs;
    private final List<String> heapFlags;
    private final List<String> jars;

    /** @throws BrokerException for the first thing in the spec that cannot be had */
    LaunchPlan(Path home, Recipe recipe, BrokerSpec spec) throws BrokerException {
        this.home = home;
        this.recipe = recipe;
        this.spec = spec;
        checkVersion();
        knobs = checkedKnobs();
        heapFlags = checkedHeap();
        checkPort();
        jars = jars();
    }

    Recipe recipe() {
        return recipe;
    }

    /** Values of all knobs that have one, in the order of the recipe, in the form that the broker is given. */
    Map<String, String> knobs() {
        return knobs;
    }

    /** All flags of the JVM that the user chose, or nothing. */
    String userFlags() {
        List<String> flags = new ArrayList<>(heapFlags);
        flags.addAll(spec.jvmFlags());
        return String.join(" ", flags);
    }

    void writeTemplates(DataFolder data) throws BrokerException {
        Placeholders placeholders = placeholders(data);
        for (String template : recipe.templates()) {
            Path source = recipe.folder().resolve(template);
            try {
                String filled = placeholders.fillFile(source, Files.readString(source, StandardCharsets.UTF_8));
                Files.writeString(data.path().resolve(template), filled, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new BrokerException(where() + "cannot write its configuration: " + e, e);
            }
        }
    }

    List<String> command(DataFolder data) throws BrokerException {
        Placeholders placeholders = placeholders(data);
        String file = recipe.folder().resolve("recipe.yaml").toString();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(placeholders.fillAll(recipe.jvmFlags(), file));
        command.addAll(heapFlags);
        command.addAll(spec.jvmFlags());
        command.add("-cp");
        command.add(String.join(System.getProperty("path.separator"), jars));
        command.add(recipe.mainClass());
        command.addAll(placeholders.fillAll(recipe.arguments(), file));
        return command;
    }

    /** The URL of each driver, once the port is known. */
    Map<String, String> urls(int port) throws BrokerException {
        Placeholders placeholders = new Placeholders(Set.of(), Map.of("port", Integer.toString(port)));
        Map<String, String> urls = new LinkedHashMap<>();
        for (Map.Entry<String, String> url : recipe.urls().entrySet()) {
            urls.put(
                    url.getKey(),
                    placeholders.fillAll(List.of(url.getValue()), where()).get(0));
        }
        return urls;
    }

    private Placeholders placeholders(DataFolder data) {
        Map<String, String> values = new HashMap<>(knobs);
        values.put("home", home.toString());
        values.put("data", data.path().toString());
        values.put("port", Integer.toString(spec.port()));
        values.put("delete-data", Boolean.toString(data.isPrivate()));
        return new Placeholders(recipe.knobs().keySet(), values);
    }

    private void checkVersion() throws BrokerException {
        if (spec.version().filter(version -> !version.equals(recipe.version())).isPresent()) {
            throw new BrokerException(where() + "version " + spec.version().get() + " is not here; there is "
                    + recipe.version() + ", the bundled one. Leave the version out to take it.");
        }
    }

    private Map<String, String> checkedKnobs() throws BrokerException {
        for (String name : spec.knobs().keySet()) {
            if (!recipe.knobs().containsKey(name)) {
                throw new BrokerException(where() + "unknown knob " + name + "; must be one of "
                        + String.join(", ", recipe.knobs().keySet()) + ".");
            }
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (Knob knob : recipe.knobs().values()) {
            String given = spec.knobs().get(knob.name());
            try {
                if (given != null) {
                    values.put(knob.name(), knob.checked(given));
                } else if (knob.defaultValue().isPresent()) {
                    values.put(knob.name(), knob.checked(knob.defaultValue().get()));
                }
            } catch (BrokerException e) {
                throw new BrokerException(where() + e.getMessage(), e);
            }
        }
        return values;
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
        // All of it from the start: growing the heap is nothing that a run should measure.
        return List.of("-Xms" + bytes, "-Xmx" + bytes);
    }

    private void checkPort() throws BrokerException {
        int port = spec.port();
        if (port < 0 || port > 65_535) {
            throw new BrokerException(where() + "port: " + port + "; must be 1 to 65535, or 0 for a free one.");
        }
        if (port == 0) {
            return; // The broker itself binds to a free one, so that two starts never choose the same.
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new BrokerException(
                    where() + "port " + port + " is in use or not allowed (" + e.getMessage()
                            + "). Choose another, or leave it out for a free one.",
                    e);
        }
    }

    private List<String> jars() throws BrokerException {
        Path folder = home.resolve(recipe.jars());
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.jar")) {
            entries.forEach(jar -> found.add(jar.toString()));
        } catch (IOException e) {
            throw new BrokerException(where() + "its jars cannot be read from " + folder + ": " + e, e);
        }
        if (found.isEmpty()) {
            throw new BrokerException(where() + "there is no jar in " + folder + ".");
        }
        // In a fixed order, as prepared classes (-XX:SharedArchiveFile) hold only for the class path they were made
        // with.
        return found.stream().sorted().toList();
    }

    private String where() {
        return "broker " + recipe.name() + ": ";
    }
}
