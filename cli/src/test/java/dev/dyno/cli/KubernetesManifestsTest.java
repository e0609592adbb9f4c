package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.dyno.model.config.file.WorkloadFile;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** The manifests of the guide, against the models of the Kubernetes API, against each other, and against Dyno's own words. */
class KubernetesManifestsTest {

    private static final Path FILE = Path.of("..", "docs", "guide", "kubernetes", "dyno.yaml");

    private final List<JsonObject> manifests = new ArrayList<>();

    KubernetesManifestsTest() throws IOException {
        Gson gson = new Gson();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(Files.readString(FILE))
                .forEach(document -> manifests.add(gson.toJsonTree(document).getAsJsonObject()));
    }

    private JsonObject manifest(String kind, String name) {
        return manifests.stream()
                .filter(one -> one.get("kind").getAsString().equals(kind)
                        && at(one, "metadata.name").getAsString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonElement at(JsonObject object, String path) {
        JsonElement found = object;
        for (String name : path.split("\\.", -1)) {
            found = found.isJsonArray()
                    ? found.getAsJsonArray().get(Integer.parseInt(name))
                    : found.getAsJsonObject().get(name);
        }
        return found;
    }

    /** A field that the API does not know, or one that it misses, is an exception. */
    private static void validate(JsonObject manifest) throws IOException {
        switch (manifest.get("kind").getAsString()) {
            case "NetworkPolicy" -> V1NetworkPolicy.validateJsonElement(manifest);
            case "PersistentVolumeClaim" -> V1PersistentVolumeClaim.validateJsonElement(manifest);
            case "ConfigMap" -> V1ConfigMap.validateJsonElement(manifest);
            case "Service" -> V1Service.validateJsonElement(manifest);
            case "Job" -> V1Job.validateJsonElement(manifest);
            default -> throw new IllegalArgumentException("no model for " + manifest.get("kind"));
        }
    }

    @Test
    void eachIsWhatTheApiTakes() throws IOException {
        assertThat(manifests).hasSize(6);
        for (JsonObject manifest : manifests) {
            validate(manifest);
        }
    }

    @Test
    void aWrongFieldWouldBeFound() {
        JsonObject job = JsonParser.parseString(manifest("Job", "dyno-worker").toString())
                .getAsJsonObject();
        at(job, "spec.template.spec.containers.0").getAsJsonObject().addProperty("argumants", "x");
        assertThatThrownBy(() -> validate(job)).hasMessageContaining("argumants");
    }

    private static String[] args(JsonObject job) {
        JsonArray args = at(job, "spec.template.spec.containers.0.args").getAsJsonArray();
        return StreamSupport.stream(args.spliterator(), false)
                .map(JsonElement::getAsString)
                .toArray(String[]::new);
    }

    private static CommandLine.ParseResult parsed(JsonObject job) {
        CommandLine.ParseResult parsed = Main.commandLine().parseArgs(args(job)).subcommand();
        assertThat(parsed.errors()).isEmpty();
        return parsed;
    }

    @Test
    void dynoTakesTheWordsOfBoth() {
        CommandLine.ParseResult run = parsed(manifest("Job", "dyno-coordinator"));
        assertThat(run.commandSpec().name()).isEqualTo("run");
        assertThat(parsed(manifest("Job", "dyno-worker")).commandSpec().name()).isEqualTo("worker");
        assertThat(run.matchedOption("--workers").stringValues())
                .containsExactly(
                        at(manifest("Job", "dyno-worker"), "spec.completions").getAsString());
    }

    /** The rules of that level for a pod without host access: seccomp, no root, no escalation, no capability. */
    @ParameterizedTest
    @ValueSource(strings = {"dyno-coordinator", "dyno-worker"})
    void podsMeetTheRestrictedLevelOfThePodSecurityStandards(String name) {
        JsonObject pod = at(manifest("Job", name), "spec.template.spec").getAsJsonObject();
        assertThat(at(pod, "securityContext.runAsNonRoot").getAsBoolean()).isTrue();
        assertThat(at(pod, "securityContext.runAsUser").getAsInt()).isPositive();
        assertThat(at(pod, "securityContext.seccompProfile.type").getAsString()).isEqualTo("RuntimeDefault");
        assertThat(pod.keySet()).doesNotContain("hostNetwork", "hostPID", "hostIPC", "initContainers");
        at(pod, "containers").getAsJsonArray().forEach(each -> {
            JsonObject context = at(each.getAsJsonObject(), "securityContext").getAsJsonObject();
            assertThat(context.get("allowPrivilegeEscalation").getAsBoolean()).isFalse();
            assertThat(at(context, "capabilities.drop.0").getAsString()).isEqualTo("ALL");
            assertThat(context.get("readOnlyRootFilesystem").getAsBoolean()).isTrue();
        });
        Set<String> volumes = Set.of("configMap", "emptyDir", "persistentVolumeClaim");
        at(pod, "volumes").getAsJsonArray().forEach(each -> assertThat(
                        each.getAsJsonObject().keySet())
                .filteredOn(key -> !key.equals("name"))
                .isSubsetOf(volumes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dyno-coordinator", "dyno-worker"})
    void jobsEndByThemselvesAndHaveNoRightToTheApi(String name) {
        JsonObject spec = at(manifest("Job", name), "spec").getAsJsonObject();
        assertThat(spec.get("activeDeadlineSeconds").getAsInt()).isPositive();
        assertThat(spec.get("ttlSecondsAfterFinished").getAsInt()).isPositive();
        assertThat(at(spec, "template.spec.automountServiceAccountToken").getAsBoolean())
                .isFalse();
    }

    @Test
    void theImageIsThatOfThisVersion() throws IOException {
        String version =
                Files.readString(Path.of("..", "pom.xml")).replaceAll("(?s).*<revision>(.*)</revision>.*", "$1");
        for (String name : List.of("dyno-coordinator", "dyno-worker")) {
            assertThat(at(manifest("Job", name), "spec.template.spec.containers.0.image")
                            .getAsString())
                    .isEqualTo("dyno:" + version);
        }
    }

    @Test
    void workersNeverShareANode() {
        JsonObject constraint = at(manifest("Job", "dyno-worker"), "spec.template.spec.topologySpreadConstraints.0")
                .getAsJsonObject();
        assertThat(constraint.get("whenUnsatisfiable").getAsString()).isEqualTo("DoNotSchedule");
        assertThat(constraint.get("maxSkew").getAsInt()).isEqualTo(1);
    }

    @Test
    void runsOutliveTheirPod() {
        JsonObject coordinator = manifest("Job", "dyno-coordinator");
        JsonArray volumes = at(coordinator, "spec.template.spec.volumes").getAsJsonArray();
        String claim = StreamSupport.stream(volumes.spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(volume -> volume.get("name").getAsString().equals("runs"))
                .map(volume -> at(volume, "persistentVolumeClaim.claimName").getAsString())
                .findFirst()
                .orElseThrow();
        assertThat(manifest("PersistentVolumeClaim", claim)).isNotNull();
    }

    @Test
    void onlyWorkersReachTheRunAndOnlyOnTheCoordinatorsPort() {
        JsonObject policy = at(manifest("NetworkPolicy", "dyno"), "spec").getAsJsonObject();
        assertThat(at(policy, "policyTypes.0").getAsString()).isEqualTo("Ingress");
        for (String name : List.of("dyno-coordinator", "dyno-worker")) {
            assertThat(at(labels(name), "app")).isEqualTo(at(policy, "podSelector.matchLabels.app"));
        }
        assertThat(at(policy, "ingress").getAsJsonArray()).hasSize(1);
        assertThat(at(policy, "ingress.0.from.0.podSelector.matchLabels")).isEqualTo(labels("dyno-worker"));
        assertThat(at(policy, "ingress.0.ports.0.port"))
                .isEqualTo(at(manifest("Service", "dyno"), "spec.ports.0.port"));
    }

    private JsonObject labels(String job) {
        return at(manifest("Job", job), "spec.template.metadata.labels").getAsJsonObject();
    }

    @Test
    void noSecretIsInTheFile() {
        assertThat(manifests).noneMatch(each -> each.get("kind").getAsString().equals("Secret"));
    }

    /** The name of an indexed job's pod is JOB-INDEX, below its subdomain, which must be the Service that selects it. */
    @Test
    void workersJoinWhereTheCoordinatorListens() {
        JsonObject coordinator = manifest("Job", "dyno-coordinator");
        JsonObject worker = manifest("Job", "dyno-worker");
        JsonObject service = manifest("Service", "dyno");
        assertThat(at(service, "spec.clusterIP").getAsString()).isEqualTo("None");
        for (JsonObject job : List.of(coordinator, worker)) {
            assertThat(at(job, "spec.completionMode").getAsString()).isEqualTo("Indexed");
            assertThat(at(job, "spec.completions")).isEqualTo(at(job, "spec.parallelism"));
        }
        assertThat(at(coordinator, "spec.template.spec.subdomain")).isEqualTo(at(service, "metadata.name"));
        assertThat(labels("dyno-coordinator")).isEqualTo(at(service, "spec.selector"));
        String port = at(service, "spec.ports.0.port").getAsString();
        assertThat(parsed(worker).matchedOption("--join").stringValues())
                .containsExactly("dyno-coordinator-0.dyno:" + port);
        assertThat(parsed(coordinator).matchedOption("--listen").stringValues()).containsExactly("0.0.0.0:" + port);
    }

    @Test
    void theWorkloadIsOne() {
        String text = at(manifest("ConfigMap", "dyno"), "data")
                .getAsJsonObject()
                .get("workload.yaml")
                .getAsString();
        assertThat(WorkloadFile.of("workload.yaml", text).problems()).isEmpty();
    }
}
