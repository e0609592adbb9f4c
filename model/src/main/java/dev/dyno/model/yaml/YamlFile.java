package dev.dyno.model.yaml;

import dev.dyno.driver.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML file and all errors found in it.
 *
 * <p>Assumptions and guarantees: one thread. Reading never throws: a value that cannot be read is reported as a problem and
 * replaced by a harmless one, so that the rest is checked, too.
 */
public final class YamlFile {

    /** Maximum size of a file, in bytes: files of settings have some hundred lines. */
    private static final int MOST_BYTES = 1 << 20;

    /** Maximum depth: files of settings have fewer than ten levels, and thousands would overflow the stack of this thread. */
    private static final int DEEPEST = 100;

    static final String TOO_DEEP = "has more than " + DEEPEST + " levels; must have fewer.";

    private final String name;
    private final List<String> lines;
    private final List<YamlProblem> problems = new ArrayList<>();
    private final Optional<MappingNode> root;

    private YamlFile(String name, String text, List<String> lines) {
        this.name = name;
        this.lines = lines;
        root = compose(text);
    }

    /** A file that cannot be read: missing keys are then not reported. */
    private YamlFile(Path file, String whyNot) {
        name = file.toString();
        lines = List.of();
        root = Optional.empty();
        problems.add(new YamlProblem(name, 0, 0, "", whyNot));
    }

    public static YamlFile read(Path file) {
        try {
            return of(file.toString(), textOf(file));
        } catch (IOException e) {
            return new YamlFile(file, whyNot(file, e));
        }
    }

    /**
     * The text of a file of settings.
     *
     * @throws IOException if it cannot be read; {@link #read} says why
     */
    public static String textOf(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("no file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new FileTooLargeException();
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    /** The content of a text without errors, in one line and without its comments. */
    public static String inOneLine(String text) {
        Object content = new Load(LoadSettings.builder().build()).loadFromString(text);
        DumpSettings oneLine = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.FLOW)
                .setWidth(Integer.MAX_VALUE)
                .build();
        return new Dump(oneLine).dumpToString(content).strip();
    }

    /** A text in quotation marks, as a value of a file. */
    public static String quoted(String text) {
        DumpSettings inQuotes = DumpSettings.builder()
                .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
                .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                .setSplitLines(false)
                .build();
        return new Dump(inQuotes).dumpToString(text).strip();
    }

    private static final class FileTooLargeException extends IOException {}

    private static String whyNot(Path file, IOException e) {
        if (!Files.exists(file)) {
            return "there is no such file.";
        }
        if (Files.isDirectory(file)) {
            return "is a folder; must be a file.";
        }
        if (!Files.isRegularFile(file)) {
            return "is a pipe or a device; must be a file.";
        }
        if (e instanceof FileTooLargeException) {
            return "is too large; must have at most " + (MOST_BYTES >> 20) + " MiB.";
        }
        if (e instanceof CharacterCodingException) {
            return "is not text in UTF-8; save it as that.";
        }
        return e instanceof AccessDeniedException
                ? "cannot be read: access denied. Change its permissions."
                : "cannot be read: " + e.getMessage() + ".";
    }

    /** Reads a text under the name of a file. */
    public static YamlFile of(String name, String text) {
        return new YamlFile(name, text, text.lines().toList());
    }

    /** Reads a text that was made from a file's content: problems name the file without a line. */
    public static YamlFile ofOther(String name, String text) {
        return new YamlFile(name, text, List.of());
    }

    private Optional<MappingNode> compose(String text) {
        LoadSettings settings = LoadSettings.builder().setLabel(name).build();
        try {
            Optional<Event> tooDeep = tooDeep(settings, text);
            if (tooDeep.isPresent()) {
                problem(tooDeep.get().getStartMark(), TOO_DEEP);
                return Optional.empty();
            }
            Optional<Node> node = new Compose(settings).composeString(text);
            if (node.isEmpty()) {
                problems.add(new YamlProblem(name, 0, 0, "", "the file is empty."));
            } else if (node.get() instanceof MappingNode mapping) {
                return Optional.of(mapping);
            } else {
                problem(node.get(), "must be a mapping of keys to values.");
            }
        } catch (MarkedYamlEngineException e) {
            String what = e.getProblem();
            problem(e.getProblemMark(), "not YAML: " + what + ".");
        } catch (YamlEngineException e) {
            problems.add(new YamlProblem(name, 0, 0, "", "not YAML: " + e.getMessage() + "."));
        }
        return Optional.empty();
    }

    /**
     * Start of the first level that is too deep. The parser gives events one after the other; building nodes would recurse and
     * overflow the stack.
     */
    static Optional<Event> tooDeep(LoadSettings settings, String text) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
                return Optional.of(event);
            }
            depth -= event instanceof CollectionEndEvent ? 1 : 0;
        }
        return Optional.empty();
    }

    /** The mapping of the whole file; without keys if the file is no mapping. */
    public YamlMap root() {
        return root.map(mapping -> new YamlMap(this, "", mapping)).orElseGet(() -> YamlMap.empty(this));
    }

    /** Name of the file as the user gave it. */
    public String name() {
        return name;
    }

    /** Errors, in the order of the file. */
    public List<YamlProblem> problems() {
        return problems.stream().sorted().distinct().toList();
    }

    /**
     * Place of each key, by its path: {@code phases.warmup}, {@code producers[0].message.size}. Keys that contain a dot are not
     * guaranteed to be found.
     *
     * @param levels maximum depth of keys; without it an alias to a node that contains it would have no end
     */
    public Map<String, YamlPlace> places(int levels) {
        Map<String, YamlPlace> places = new LinkedHashMap<>();
        root.ifPresent(mapping -> places("", mapping, places, levels));
        return places;
    }

    private static void places(String path, Node node, Map<String, YamlPlace> places, int levels) {
        if (levels == 0) {
            return;
        }
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    String inside = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
                    int line =
                            key.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
                    String text = tuple.getValueNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
                    places.put(inside, new YamlPlace(line, text));
                    places(inside, tuple.getValueNode(), places, levels - 1);
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                places(path + "[" + i + "]", sequence.getValue().get(i), places, levels - 1);
            }
        }
    }

    void problem(Node node, String message) {
        problem(node.getStartMark(), message);
    }

    private void problem(Optional<Mark> mark, String message) {
        problems.add(problemAt(mark, message));
    }

    void problem(YamlOverride override, String message) {
        problems.add(new YamlProblem(override.place(), 0, 0, "", message));
    }

    /** Name of the override that added a node; empty if the node is of this file. */
    Optional<String> broughtBy(Node node) {
        return broughtBy(node.getStartMark());
    }

    private Optional<String> broughtBy(Optional<Mark> mark) {
        return mark.map(Mark::getName).filter(label -> !label.equals(name));
    }

    YamlProblem problemAt(Optional<Mark> mark, String message) {
        Optional<String> elsewhere = broughtBy(mark);
        if (elsewhere.isPresent() || lines.isEmpty()) {
            // The node is in no line of this file.
            return new YamlProblem(elsewhere.orElse(name), 0, 0, "", message);
        }
        int line = mark.map(m -> m.getLine() + 1).orElse(0);
        int column = mark.map(m -> m.getColumn() + 1).orElse(0);
        String source = line >= 1 && line <= lines.size() ? Secrets.withoutSecrets(lines.get(line - 1)) : "";
        return new YamlProblem(name, line, column, source, message);
    }
}
